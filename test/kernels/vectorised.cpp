// SPDX-License-Identifier: Apache-2.0
// Work-items as lanes of vectors: what the build log says of it, where it is asked.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "common/cl.h"

namespace wherry::test {

namespace {

std::string log_of(const char *source, const std::string &options) {
  return build_log(build(source, options.c_str()).get());
}

bool says(const std::string &log, const char *what) { return log.find(what) != log.npos; }

// While it lives the cost chooses, whatever width or level the tests are run with.
class DefaultChoice {
 public:
  DefaultChoice() {
    for (auto &[name, value] : wishes_)
      if (const char *set = std::getenv(name)) value = set, unsetenv(name);
  }
  ~DefaultChoice() {
    for (const auto &[name, value] : wishes_)
      if (!value.empty()) setenv(name, value.c_str(), 1);
  }

 private:
  std::pair<const char *, std::string> wishes_[2] = {{"WHERRY_VECTOR_WIDTH", ""}, {"WHERRY_CPU_LEVEL", ""}};
};

constexpr char add[] = R"(
kernel void add(global const float *a, global const float *b, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
})";

TEST(Vectorised, nothing_is_said_unasked) { EXPECT_EQ(log_of(add, "-cl-wherry-vector-width=8"), ""); }

TEST(Vectorised, rows) {
  const std::string log = log_of(add, "-cl-wherry-explain -cl-wherry-vector-width=8");
  EXPECT_TRUE(says(log, "lines 2 to 4: vectorised, 8 work-items at once: 3 contiguous accesses")) << log;
}

// Where work-items cannot tell, rows of them may be longer than asked for.
TEST(Vectorised, groups_may_change_where_nobody_sees_them) {
  const auto may = [](const std::string &what, const std::string &more = "") {
    return says(
        log_of(("kernel void k(global float *a" + more + ") { size_t i = get_global_id(0); " + what + "; }").c_str(),
               "-cl-wherry-explain -cl-std=CL3.0"),
        "regroupable");
  };
  EXPECT_TRUE(may("a[i] = get_global_linear_id() + get_global_size(0) + get_global_offset(0)"));
  EXPECT_FALSE(may("a[i] = get_group_id(0)"));
  EXPECT_FALSE(may("a[i] = get_local_size(0)"));
  EXPECT_FALSE(may("a[i] = get_local_linear_id()"));
  EXPECT_FALSE(may("barrier(CLK_GLOBAL_MEM_FENCE); a[i] = 1"));
  EXPECT_FALSE(may("a[i] = work_group_reduce_add(1)"));
  EXPECT_FALSE(may("local float t; if (i == 7) t = 1, a[i] = t"));
  EXPECT_FALSE(may("if (i == 7) t[0] = 1, a[i] = t[0]", ", local float *t"));
}

// And such launches give what they should, in one dimension and more.
TEST(Vectorised, narrow_groups) {
  Program program = build("kernel void k(global uint *a) {"
                          "  uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);"
                          "  a[get_global_linear_id()] += x + 100 * y + 10000 * z + 1;"
                          "}",
                          "-cl-std=CL3.0");
  Kernel k = kernel(program, "k");
  for (const Sizes &local : {Sizes{1, 1, 1}, Sizes{2, 4, 1}, Sizes{8, 3, 2}, Sizes{1, 12, 4}, Sizes{24, 1, 1}}) {
    Buffer a = make_buffer(std::vector<cl_uint>(24 * 12 * 4, 0));
    set_args(k, a);
    run(k, {24, 12, 4}, local, {5, 6, 7});
    std::vector<cl_uint> expected;
    for (cl_uint z = 7; z < 11; ++z)
      for (cl_uint y = 6; y < 18; ++y)
        for (cl_uint x = 5; x < 29; ++x) expected.push_back(x + 100 * y + 10000 * z + 1);
    EXPECT_EQ(read<cl_uint>(a, expected.size()), expected);
  }
}

// They pass the caches by where they begin at a line.
TEST(Vectorised, results_larger_than_caches) {
  Program program = build("kernel void k(global uint *a, uint first) {"
                          "  uint i = get_global_id(0); a[i - first] = i * 2654435761u;"
                          "}");
  Kernel k = kernel(program, "k");
  constexpr cl_uint n = (40 << 20) / 4 + 5;
  Buffer a = make_buffer(std::vector<cl_uint>(n, 0));
  for (cl_uint first : {0u, 3u, 1000u}) {
    set_args(k, a, first);
    run(k, {n}, {}, {first});
    const std::vector<cl_uint> got = read<cl_uint>(a, n);
    for (cl_uint i = 0; i < n; ++i) ASSERT_EQ(got[i], (i + first) * 2654435761u) << i;
  }
}

TEST(Vectorised, gathers_are_named_by_line) {
  const std::string log = log_of(R"(
kernel void take(global const int *a, global const int *index, global int *c) {
  size_t i = get_global_id(0);
  c[i] =
      a[index[i]];
})",
                                 "-cl-wherry-explain -cl-wherry-vector-width=4");
  EXPECT_TRUE(says(log, "1 gathers, 0 scatters, 0 lane by lane (line 5)")) << log;
}

TEST(Vectorised, but_not_where_work_items_wait_for_each_other) {
  const auto log = [](const std::string &what) {
    return log_of(("__attribute__((noinline)) void take(volatile global int *a) { while (atomic_xchg(a, 1)); } "
                   "__attribute__((noinline)) void triple(volatile global int *a) {"
                   "  int old; do old = *a; while (atomic_cmpxchg(a, old, old * 3) != old); }\n"
                   "kernel void k(volatile global int *a, global int *b, int n) { int i = get_global_id(0), old;\n" +
                   what + "; }")
                      .c_str(),
                  "-cl-wherry-explain -cl-wherry-vector-width=8");
  };
  const std::string then = "; b[0] += i; mem_fence(CLK_GLOBAL_MEM_FENCE); a[b[i] & 7] = 0";
  for (const char *what :
       {"while (atomic_cmpxchg(a, 0, 1))", "while (atomic_xchg(&a[i & 7], 1))",
        "while (atomic_or(&a[b[i] & 7], 1) & 1)", "while (a[0] != i)", "while (atomic_inc(a)) atomic_dec(a)",
        "while (atomic_cmpxchg(a, *b, i) != *b)", "do old = *a & ~1; while (atomic_cmpxchg(a, old, old | 1) != old)",
        "for (;;) { old = *a; if (old & 1) continue; if (atomic_cmpxchg(a, old, old + 1) == old) break; }",
        "while (atomic_xchg(&a[i], 1)) i = (i + 1) & 3",
        "int j = i - 1; while (j >= 0) { old = a[j]; if (old == 0) continue; if (old > 7) break; --j; }",
        "int done[4] = {}; while (!done[i & 3]) if (!atomic_xchg(a, 1)) done[i & 3] = 1",
        "int done = 0; while (!done) if (!atomic_xchg(a, 1)) { if (!atomic_xchg(a + 1, 1)) done = 1; else *a = 0; }"})
    EXPECT_TRUE(says(log(what + then), "not vectorised: its work-items wait for each other in line 3")) << what;
  // Functions that wait are inlined.
  EXPECT_TRUE(says(log("take(a)" + then), "not vectorised: its work-items wait for each other in line 1"));
  const auto vectorised = [&](const std::string &what) {
    return says(log(what), ": vectorised, 8 work-items at once");
  };
  // One lane waits for other groups.
  EXPECT_TRUE(vectorised("if (get_local_id(0) == 0) { while (atomic_xchg(a, 1)); a[1] += i; atomic_xchg(a, 0); }"));
  EXPECT_TRUE(vectorised("for (int k = 0; k < get_local_size(0); ++k)"
                         "  if (get_local_id(0) == k) { while (atomic_xchg(a, 1)); a[1] += i; atomic_xchg(a, 0); }"));
  // Each lane comes to an end by itself: a change that is tried again, a free place, a queue, numbers handed out.
  const std::string retry = "do old = a[i & 3]; while (atomic_cmpxchg(&a[i & 3], old, old * 3) != old); ";
  EXPECT_TRUE(vectorised(retry + "++i;" + retry));
  EXPECT_TRUE(vectorised("triple(&a[i & 3]); triple(&a[i & 7])"));
  EXPECT_TRUE(vectorised("while (atomic_cmpxchg(&a[i & 127], 0, i)) ++i; b[i] = 1"));
  EXPECT_TRUE(vectorised("while ((i = atomic_inc(a)) < n) b[i] = i"));
  EXPECT_TRUE(vectorised("for (;;) { old = *a; if (old >= n || atomic_cmpxchg(a, old, old + 1) == old) break; }"));
  EXPECT_TRUE(vectorised("for (int k = b[i]; k < b[i + 1]; ++k) b[atomic_inc(&a[b[k]])] = k; atomic_inc(&a[i])"));
  // What is done with a lock is done before the round ends.
  EXPECT_TRUE(
      vectorised("bool done = false; while (!done) if (!atomic_xchg(a, 1)) { b[0] += i; a[0] = 0; done = true; }"));
}

// Known sizes change the form of the addresses, not the choice.
TEST(Vectorised, along_the_dimension_that_memory_is_in_rows_of) {
  const DefaultChoice by_cost;
  const auto along = [](const std::string &to, const std::string &from) {
    const std::string log = log_of(("kernel void k(global const float *in, global float *out, uint w, uint h) {\n"
                                    "  uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2); out[" +
                                    to + "] = in[" + from + "]; }")
                                       .c_str(),
                                   "-cl-wherry-explain -cl-std=CL3.0");
    return says(log, "lanes along dimension 1") ? 1 : says(log, "lanes along dimension 2") ? 2 : 0;
  };
  EXPECT_EQ(along("x * h + y", "y * w + x"), 1);
  EXPECT_EQ(along("x * 2048 + y", "y * 4096 + x"), 1);
  EXPECT_EQ(along("x * 24 + y", "y"), 1);
  EXPECT_EQ(along("y * w + x", "x * h + y"), 0);
  EXPECT_EQ(along("x", "x * h"), 0);
  EXPECT_EQ(along("x * h + z", "z * w + x"), 2);
  EXPECT_EQ(along("(x * h + y) * w + z", "x + y + z"), 2);
  EXPECT_EQ(along("(z * h + x) * w + y", "x + y + z"), 1);
}

// As kernels with two tiles are written: in LLVM's eyes there are jumps into the middle of the loop over the tiles, and
// counters are of 64 bits.
TEST(Vectorised, async_copies_of_tiles) {
  const DefaultChoice by_cost;
  for (const char *mode : {"WHERRY_CHECK", "WHERRY_ASYNC_SCHEDULE"})
    if (std::getenv(mode)) GTEST_SKIP() << "kernels with copies are other ones with " << mode;
  for (const char *type : {"int", "uint", "ulong"})
    for (const char *elements : {"1024", "1000", "n"}) {
      const std::string log =
          log_of(("kernel void k(global const float *in, global float *out, int tiles, " + std::string(type) +
                  " n) {"
                  "  local float tile[2][1024], doubled[2][1024];"
                  "  event_t arriving = 0, leaving = 0, left = 0;"
                  "  int first = tiles * get_group_id(0), end = first + tiles;"
                  "  if (first < end) arriving = async_work_group_copy(tile[0], in + first * 1024, 1024, 0);"
                  "  for (int t = first, now = 0; t < end; ++t, now = !now) {"
                  "    event_t next = 0;"
                  "    if (t + 1 < end) next = async_work_group_copy(tile[!now], in + (t + 1) * 1024, 1024, 0);"
                  "    wait_group_events(1, &arriving);"
                  "    if (t >= first + 2) wait_group_events(1, &left);"
                  "    for (" +
                  type + " i = get_local_id(0); i < " + elements +
                  "; i += get_local_size(0))"
                  "      doubled[now][i] = tile[now][i] * 2;"
                  "    barrier(CLK_LOCAL_MEM_FENCE);"
                  "    left = leaving;"
                  "    leaving = async_work_group_copy(out + t * 1024, doubled[now], 1024, 0);"
                  "    arriving = next;"
                  "  }"
                  "  if (end - first >= 2) wait_group_events(1, &left);"
                  "  if (end - first >= 1) wait_group_events(1, &leaving);"
                  "}")
                     .c_str(),
                 "-cl-wherry-explain");
      EXPECT_TRUE(says(log, "2 contiguous accesses, 0 uniform, 0 of members, 0 gathers, 0 scatters")) << log;
      EXPECT_FALSE(says(log, "not vectorised")) << log;
    }
}

// One at a time, work-items that step by the global size use one byte of a line of the cache, and find it driven out.
TEST(Vectorised, where_rows_of_work_items_share_lines) {
  const DefaultChoice by_cost;
  const auto vectorised = [](const std::string &at, const std::string &step, const char *space = "global",
                             int level = 4) {
    return says(log_of(("__attribute__((reqd_work_group_size(256, 1, 1))) kernel void k(" + std::string(space) +
                        " const uchar *in, local uint *bins, uint n) {"
                        "  uint one = bins[256];"  // read before the loop, which is not run iteration by iteration then
                        "  for (uint i = get_global_id(0); i < n; i += " +
                        step + ") atomic_add(bins + in[" + at + "], one); }")
                           .c_str(),
                       "-cl-wherry-explain -cl-wherry-cpu-level=" + std::to_string(level)),
                ": vectorised, ");
  };
  // Without masks for rows of bytes, too, as all lanes are there in all rounds but the last.
  for (int level : {4, 3, 1}) EXPECT_TRUE(vectorised("i", "get_global_size(0)", "global", level)) << level;
  EXPECT_TRUE(vectorised("i", "1024"));
  EXPECT_FALSE(vectorised("i", "1"));
  EXPECT_FALSE(vectorised("i * 37 & 1023", "get_global_size(0)"));
  EXPECT_FALSE(vectorised("i", "get_global_size(0)", "local"));
}

// Another vector's part of a line is often driven out before that vector comes.
TEST(Vectorised, as_many_as_share_a_line) {
  const DefaultChoice by_cost;
  struct Loop {
    int level;
    std::string type, at, space = "global", attributes = "";
    int sums = 1;
    std::string rest = "";
  };
  const auto chosen = [](const Loop &loop) {
    std::string adds, results;
    for (int k = 0; k < loop.sums; ++k) {
      const std::string one = std::to_string(k);
      adds += "s[" + one + "] += in[" + loop.at + "] * " + std::to_string(k + 3) + "; ";
      results += "out[x * " + std::to_string(loop.sums) + " + " + one + "] = s[" + one + "]; ";
    }
    const std::string source = loop.attributes + " kernel void k(" + loop.space + " const " + loop.type +
                               " *in, global uint *out, uint w, uint h) { uint x = get_global_id(0), s[" +
                               std::to_string(loop.sums) + "] = {0}; for (uint y = 0; y < h; ++y) { " + adds + "} " +
                               results + loop.rest + "}";
    const std::string log =
        log_of(source.c_str(), "-cl-wherry-explain -cl-wherry-cpu-level=" + std::to_string(loop.level));
    const size_t at_once = log.find(" work-items at once");
    const size_t begin = log.rfind(' ', at_once - 1);
    return at_once == log.npos ? log : log.substr(begin + 1, at_once - begin - 1);
  };
  const std::string column = "y * w + x", of_128 = "__attribute__((reqd_work_group_size(128, 1, 1)))",
                    of_24 = "__attribute__((reqd_work_group_size(24, 1, 1)))";
  EXPECT_EQ(chosen({4, "uchar", column}), "64");
  EXPECT_EQ(chosen({4, "ushort", column}), "32");
  EXPECT_EQ(chosen({4, "uint", column}), "64");  // four vectors in flight
  EXPECT_EQ(chosen({3, "uint", column}), "16");
  // Without masks for what is left of a row, only where nothing is.
  EXPECT_EQ(chosen({3, "uchar", column}), "16");
  EXPECT_EQ(chosen({3, "uchar", column, "global", of_128}), "32");
  EXPECT_EQ(chosen({1, "uchar", column, "global", of_128}), "16");
  EXPECT_EQ(chosen({1, "uchar", column, "global", of_24}), "8");
  // As long as registers are left.
  EXPECT_EQ(chosen({4, "uchar", column, "global", "", 4}), "64");
  EXPECT_EQ(chosen({4, "uchar", column, "global", "", 12}), "16");
  EXPECT_EQ(chosen({3, "uchar", column, "global", of_128, 4}), "16");
  // Nor where much else would be wider, too.
  std::string divisions;
  for (int k = 0; k < 30; ++k) divisions += "if (s[0] & " + std::to_string(k + 1) + ") s[0] ^= w / (s[0] + h); ";
  divisions += "out[x] = s[0];";
  EXPECT_EQ(chosen({4, "uchar", column, "global", "", 1, divisions}), "16");
  // The next round's are the same line's.
  EXPECT_EQ(chosen({4, "uchar", "y + x"}), "32");
  EXPECT_EQ(chosen({4, "uchar", column, "local"}), "16");
  // Groups as they come: most lanes of short rows would be empty.
  const std::string grouped =
      log_of("kernel void k(global const uchar *in, global uint *out, uint w, uint h) {"
             "  uint x = get_global_id(0), s = 0; for (uint y = 0; y < h; ++y) s += in[y * w + x];"
             "  barrier(CLK_LOCAL_MEM_FENCE); out[x] = s; }",
             "-cl-wherry-explain -cl-wherry-cpu-level=4");
  EXPECT_TRUE(says(grouped, "vectorised, 16 ") && !says(grouped, "vectorised, 64 ")) << grouped;
}

TEST(Vectorised, not_where_asked_not_to) {
  EXPECT_FALSE(says(log_of(add, "-cl-wherry-explain -cl-wherry-vector-width=1"), "vectorised"));
  EXPECT_FALSE(says(log_of(add, "-cl-wherry-explain -g"), "vectorised"));
  EXPECT_FALSE(says(log_of(add, "-cl-wherry-explain -cl-opt-disable"), "vectorised"));
}

TEST(Vectorised, not_where_work_items_have_wide_vectors) {
  const char *own = "kernel void f(global float16 *a) { a[get_global_id(0)] *= 2.0f; }";
  const std::string log = log_of(own, "-cl-wherry-explain -cl-wherry-cpu-level=4");
  EXPECT_TRUE(says(log, "not vectorised: its work-items compute with vectors of 16 elements")) << log;
  EXPECT_TRUE(says(log, "launches that go on for long also try 16 work-items at once")) << log;
  const std::string asked = log_of(own, "-cl-wherry-explain -cl-wherry-vector-width=8");
  EXPECT_TRUE(says(asked, ": vectorised, 8 work-items at once")) << asked;
}

// Vectors of a work-item that LLVM sees as one number or in other parts, and a switch that names all cases.
TEST(Vectorised, own_vectors_and_whole_switches_do_not_stop_it) {
  const auto vectorised = [](const std::string &what) {
    return says(log_of(("kernel void k(global const long4 *a, global const float4 *f, global int *out) {"
                        "  size_t i = get_global_id(0); " +
                        what + " }")
                           .c_str(),
                       "-cl-wherry-explain -cl-wherry-vector-width=8"),
                ": vectorised, 8 work-items at once");
  };
  EXPECT_TRUE(vectorised("if (any(f[i] < 2.0f)) out[i] = 3;"));
  EXPECT_TRUE(vectorised("out[i] = all(f[i] < f[i + 1]);"));
  EXPECT_TRUE(vectorised("out[i] = (int)a[i].y + (short)a[i].w;"));
  EXPECT_TRUE(vectorised("out[i] = as_int(convert_uchar4(f[i]));"));
  EXPECT_TRUE(vectorised("switch (out[i] & 3) { case 0: out[i] = 5; break; case 1: out[i] = a[i].x; break;"
                         " case 2: out[i + 1] = 7; break; case 3: out[i + 2] = out[i + 3]; }"));
}

// Elements before a page that nobody may touch, as a buffer; a page full of them lies behind such a page, too.
class AtEdge {
 public:
  explicit AtEdge(size_t elements) : elements_(elements) {
    pages_ = static_cast<char *>(mmap(nullptr, 3 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (pages_ == MAP_FAILED || mprotect(pages_ + page_, page_, PROT_READ | PROT_WRITE)) throw std::bad_alloc();
    cl_int error = 0;
    buffer_ = Buffer(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, elements * 4, data(), &error));
    ok(error);
  }
  ~AtEdge() {
    buffer_ = Buffer();
    munmap(pages_, 3 * page_);
  }
  AtEdge(const AtEdge &) = delete;
  int32_t *data() { return reinterpret_cast<int32_t *>(pages_ + 2 * page_) - elements_; }
  const Buffer &buffer() const { return buffer_; }

 private:
  const size_t page_ = size_t(sysconf(_SC_PAGESIZE)), elements_;
  char *pages_;
  Buffer buffer_;
};

// A loop that lanes leave at its head: behind it nobody loads for the last one, nor divides.
TEST(Vectorised, loops_end_with_their_last_lane) {
  constexpr size_t items = 37, elements = 12;
  AtEdge in(elements);
  for (size_t k = 0; k < elements; ++k) in.data()[k] = int32_t(k + 1);
  std::vector<int32_t> rounds(items), sums(items), quotients(items);
  for (size_t i = 0; i < items; ++i) {
    rounds[i] = int32_t(i * 7 % (elements + 1));
    for (int32_t u = 0; u < rounds[i]; ++u) {
      sums[i] += in.data()[u];
      quotients[i] = int32_t(1000 / (u + 1 > 6 ? sums[i] : u + 3));
    }
  }
  Program program = build("kernel void k(global const int *rounds, global const int *in, global int *sums,"
                          "              global int *quotients) {"
                          "  size_t i = get_global_id(0); int n = rounds[i], sum = 0, quotient = 0;"
                          "  for (int u = 0; u < n; ++u) {"
                          "    sum += in[u]; int by = u + 3; if (u + 1 > 6) by = in[u] * (in[u] + 1) / 2;"
                          "    quotient = 1000 / by;"
                          "  }"
                          "  sums[i] = sum; quotients[i] = quotient; }",
                          "-cl-wherry-vector-width=4");
  Buffer of = make_buffer(rounds), to = make_buffer(std::vector<int32_t>(items)),
         divided = make_buffer(std::vector<int32_t>(items));
  Kernel k = kernel(program, "k");
  set_args(k, of, in.buffer(), to, divided);
  run(k, {items}, {items});
  EXPECT_EQ(read<int32_t>(to, items), sums);
  EXPECT_EQ(read<int32_t>(divided, items), quotients);
}

// Elements near one another, and overlapping ones: nothing is read before the first one's page or behind the last
// one's.
TEST(Vectorised, elements_near_one_another_stay_in_their_pages) {
  const size_t items = size_t(sysconf(_SC_PAGESIZE)) / 4;
  AtEdge in(items);
  for (size_t k = 0; k < items; ++k) in.data()[k] = int32_t(k * 2654435761u);
  const auto *bytes = reinterpret_cast<const unsigned char *>(in.data());
  std::vector<int32_t> turned(items), words(items);
  for (size_t i = 0; i < items; ++i) {
    turned[i] = int32_t(uint32_t(in.data()[i ^ 7]) + bytes[i ^ 31] + bytes[(4 * items - items + i) ^ 3]);
    std::memcpy(&words[i], bytes + (4 * items - 4 - i), 4);
  }
  Buffer first = make_buffer(std::vector<int32_t>(items)), second = make_buffer(std::vector<int32_t>(items));
  Program program = build("kernel void k(global const int *in, global int *turned, global int *words) {"
                          "  int i = get_global_id(0), n = get_global_size(0);"
                          "  global const uchar *bytes = (global const uchar *)in;"
                          "  turned[i] = in[i ^ 7] + bytes[i ^ 31] + bytes[(3 * n + i) ^ 3];"
                          "  words[i] = as_int(vload4(0, bytes + 4 * n - 4 - i)); }");
  Kernel k = kernel(program, "k");
  set_args(k, in.buffer(), first, second);
  run(k, {items}, {64});
  EXPECT_EQ(read<int32_t>(first, items), turned);
  EXPECT_EQ(read<int32_t>(second, items), words);
}

// The same where data tell which work-items load: whole vectors that load nothing lie behind the page.
TEST(Vectorised, elements_near_one_another_are_loaded_for_some) {
  const size_t elements = size_t(sysconf(_SC_PAGESIZE)) / 4, items = 2 * elements;
  AtEdge in(elements);
  for (size_t k = 0; k < elements; ++k) in.data()[k] = int32_t(k * 2654435761u);
  const auto *bytes = reinterpret_cast<const unsigned char *>(in.data());
  std::vector<int32_t> asks(items), turned(items, 1);
  for (size_t i = 0; i < items; ++i) {
    asks[i] = i < elements && i * i % 5 < 3;
    if (!asks[i]) continue;
    int32_t word;
    std::memcpy(&word, bytes + (3 * elements + i - 3), 4);
    turned[i] = int32_t(uint32_t(in.data()[i ^ 7]) + bytes[i ^ 31] + uint32_t(word) + bytes[3 * elements + bytes[i]]);
  }
  Buffer of = make_buffer(asks), to = make_buffer(std::vector<int32_t>(items, 1));
  Program program = build("kernel void k(global const int *asks, global const int *in, global int *turned, int n) {"
                          "  int i = get_global_id(0), word = 1, byte = 0, other = 0, index = 0, entry = 0;"
                          "  global const uchar *bytes = (global const uchar *)in;"
                          "  if (asks[i]) word = in[i ^ 7];"
                          "  if (asks[i] > 0) byte = bytes[i ^ 31];"
                          "  if (asks[i] != 0) other = as_int(vload4(0, bytes + 3 * n + i - 3));"
                          "  if (asks[i] >= 1) index = bytes[i];"
                          "  if (asks[i] == 1) entry = bytes[3 * n + (index & 255)];"
                          "  turned[i] = word + byte + other + entry; }");
  Kernel k = kernel(program, "k");
  set_args(k, of, in.buffer(), to, cl_int(elements));
  run(k, {items}, {64});
  EXPECT_EQ(read<int32_t>(to, items), turned);
}

// A table of bytes that is shorter than its indices could reach, at its page's end.
TEST(Vectorised, tables_of_bytes_stay_in_their_page) {
  constexpr size_t items = 128, entries = 100;
  AtEdge table(entries / 4);
  std::vector<unsigned char> in(items), out(items);
  auto *bytes = reinterpret_cast<unsigned char *>(table.data());
  for (size_t k = 0; k < entries; ++k) bytes[k] = static_cast<unsigned char>(k * 7);
  for (size_t i = 0; i < items; ++i) in[i] = static_cast<unsigned char>(i * 31 % entries), out[i] = bytes[in[i]];
  Buffer from = make_buffer(in), to = make_buffer(std::vector<unsigned char>(items));
  Program program = build("kernel void k(global const uchar *in, constant uchar *table, global uchar *out) {"
                          "  size_t i = get_global_id(0); out[i] = table[in[i]]; }");
  Kernel k = kernel(program, "k");
  set_args(k, from, table.buffer(), to);
  run(k, {items}, {64});
  EXPECT_EQ(read<unsigned char>(to, items), out);
}

// Rows that hold every second, third or fourth element read nothing behind the last one.
TEST(Vectorised, sparse_rows_end_with_their_last_element) {
  constexpr size_t items = 32;
  for (const char *width : {"2", "4", "8", "16"})
    for (size_t step : {2, 3, 4}) {
      const size_t elements = (items - 1) * step + 1;
      AtEdge in(elements);
      for (size_t k = 0; k < elements; ++k) in.data()[k] = int32_t(k * 7);
      Buffer to = make_buffer(std::vector<int32_t>(items));
      Program program =
          build("kernel void take(global const int *in, global int *out) {"
                "  size_t i = get_global_id(0); out[i] = in[i * STEP]; }",
                (std::string("-cl-wherry-vector-width=") + width + " -DSTEP=" + std::to_string(step)).c_str());
      Kernel take = kernel(program, "take");
      set_args(take, in.buffer(), to);
      run(take, {items}, {items});
      const auto got = read<int32_t>(to, items);
      for (size_t i = 0; i < items; ++i) EXPECT_EQ(got[i], int32_t(i * step * 7)) << width << " items, step " << step;
    }
}

// Members with a gap to the next lane's are loaded together with the gap, and with nothing behind the last lane's.
TEST(Vectorised, members_with_gaps_end_with_the_last) {
  for (const char *width : {"2", "4", "8", "16", "32"})
    for (const char *type : {"uchar", "ushort", "int"})
      for (size_t members : {2, 3})
        for (size_t items : {32, 37}) {
          const size_t size = type[0] == 'i' ? 4 : type[1] == 's' ? 2 : 1;
          AtEdge in(items * size);  // 4 elements for each
          auto *bytes = reinterpret_cast<uint8_t *>(in.data());
          for (size_t k = 0; k < items * size * 4; ++k) bytes[k] = uint8_t(k * 31 + 7);
          std::vector<int32_t> expected(items);
          for (size_t i = 0; i < items; ++i)
            for (size_t k = 0; k < members; ++k) {
              int32_t member = 0;
              memcpy(&member, bytes + (4 * i + 4 - members + k) * size, size);
              expected[i] = int32_t(uint32_t(expected[i]) * 5 + uint32_t(member));
            }
          for (size_t i = 4; i < items; i += 5) expected[i] = 0;
          const std::string options = std::string("-cl-wherry-vector-width=") + width + " -DT=" + type +
                                      " -DMEMBERS=" + std::to_string(members);
          Program program = build("kernel void join(global const T *in, global int *out, int left_out) {"
                                  "  size_t i = get_global_id(0); global const T *p = in + 4 * i + 4 - MEMBERS;"
                                  "  if (i % 5 == left_out) { out[i] = 0; return; }"
                                  "  uint sum = p[0] * 5u + p[1]; if (MEMBERS == 3) sum = sum * 5 + p[2];"
                                  "  out[i] = sum; }",
                                  options.c_str());
          Kernel join = kernel(program, "join");
          Buffer to = make_buffer(std::vector<int32_t>(items));
          set_args(join, in.buffer(), to, 4);
          run(join, {items}, {items});
          EXPECT_EQ(read<int32_t>(to, items), expected) << options << ", " << items << " items";
        }
}

// A lane's own row, several elements at a time, and nothing behind its end.
TEST(Vectorised, walks_along_rows_end_with_them) {
  constexpr size_t rows = 37;
  for (const char *width : {"4", "8", "16"})
    for (size_t columns : {1, 3, 4, 6, 19})
      for (bool known : {false, true}) {
        AtEdge in(rows * columns);
        std::vector<int32_t> sums(rows);
        for (size_t k = 0; k < rows * columns; ++k) {
          in.data()[k] = int32_t(k * 7 % 101);
          sums[k / columns] = sums[k / columns] * 2 + in.data()[k];
        }
        Buffer to = make_buffer(std::vector<int32_t>(rows));
        std::string options = std::string("-cl-wherry-explain -cl-wherry-vector-width=") + width;
        if (known) options += " -DCOLUMNS=" + std::to_string(columns);
        const char *source = "#ifdef COLUMNS\n#define LAST COLUMNS\n#else\n#define LAST columns\n#endif\n"
                             "kernel void walk(global const int *in, global int *out, int columns) {"
                             "  int row = get_global_id(0), sum = 0;"
                             "  for (int k = 0; k < LAST; ++k) sum = sum * 2 + in[row * LAST + k];"
                             "  out[row] = sum; }";
        if (!known) EXPECT_TRUE(says(log_of(source, options.c_str()), "1 of members, 1 gathers")) << width;
        Kernel walk = kernel(build(source, options.c_str()), "walk");
        set_args(walk, in.buffer(), to, cl_int(columns));
        for (size_t local : {size_t{1}, rows}) {
          run(walk, {rows}, {local});
          EXPECT_EQ(read<int32_t>(to, rows), sums) << width << " items, " << columns << " columns, " << known;
        }
      }
}

// Members of structures that lanes reach each at a place of its own.
TEST(Vectorised, members_anywhere) {
  constexpr uint32_t items = 53;
  for (const char *width : {"4", "16"})
    for (const char *type : {"uchar", "uint", "ulong"})
      for (uint32_t members : {2, 3, 4, 6, 8}) {
        const std::string count = std::to_string(members);
        std::string source = std::string("typedef ") + type + " T; struct s { T m[" + count + "]; };" +
                             "kernel void move(global const struct s *in, global struct s *out) {"
                             "  uint i = get_global_id(0), to = i * 20 % 53; if (i % 5 == 2) return;";
        for (uint32_t m = 0; m < members; ++m)
          source += " T v" + std::to_string(m) + " = in[to].m[" + std::to_string(m) + "];";
        for (uint32_t m = 0; m < members; ++m)
          source += " out[to].m[" + std::to_string(m) + "] = v" + std::to_string((m + 1) % members) + " + (T)i;";
        // The same as bytes, for any type.
        source += "}\nkernel void check(global const struct s *in, global const struct s *out, global uint *wrong) {"
                  "  for (uint i = 0; i < 53; ++i) for (uint m = 0; m < " +
                  count + "; ++m) { uint to = i * 20 % 53;" + "    T right = i % 5 == 2 ? 0 : in[to].m[(m + 1) % " +
                  count + "] + (T)i;" + "    if (out[to].m[m] != right) *wrong = i + 1; } }";
        Program program = build(source.c_str(), (std::string("-cl-wherry-vector-width=") + width).c_str());
        std::vector<cl_uchar> bytes(items * members * 8);
        for (size_t k = 0; k < bytes.size(); ++k) bytes[k] = cl_uchar(k * 37 % 251);
        Buffer in = make_buffer(bytes), out = make_buffer(std::vector<cl_uchar>(bytes.size())),
               wrong = make_buffer(std::vector<cl_uint>(1));
        Kernel move = kernel(program, "move"), check = kernel(program, "check");
        set_args(move, in, out);
        run(move, {items}, {items});
        set_args(check, in, out, wrong);
        run(check, {1}, {1});
        EXPECT_EQ(read<cl_uint>(wrong, 1)[0], 0u) << width << " items, " << members << " members of " << type;
      }
}

}  // namespace

// What is loaded under a mask and then overwritten is not loaded again where lanes meet.
TEST(Vectorised, loads_stay_before_stores) {
  Program program = build(R"(kernel void test(global int *out, global const int *in, global int *at) {
    int v;
    switch (get_local_id(0) & 1) {
    case 0:
      v = at[(uint)get_global_id(0) - (uint)get_global_offset(0)];
      at[(int)get_global_linear_id()] = -1;
      break;
    default:
      v = in[in[get_global_id(0)] & 15];
    }
    out[get_global_linear_id() * 7] = v;
  })",
                          "-cl-std=CL3.0");
  Kernel test = kernel(program, "test");
  std::vector<int32_t> numbers(40);
  for (int i = 0; i < 40; ++i) numbers[size_t(i)] = 100 + i;
  Buffer out = make_buffer(40 * 7 * 4), in = make_buffer(numbers), at = make_buffer(numbers);
  set_args(test, out, in, at);
  run(test, {40}, {8});
  const auto got = read<int32_t>(out, 40 * 7), left = read<int32_t>(at, 40);
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(got[size_t(i) * 7], i % 2 ? 100 + ((100 + i) & 15) : 100 + i) << i;
    EXPECT_EQ(left[size_t(i)], i % 2 ? 100 + i : -1) << i;
  }
}

// Where lanes must agree on a condition made of others on which they have agreed.
TEST(Vectorised, conditions_that_are_asked_twice) {
  Program program = build(R"(
struct s { int a; uint2 b[3]; };
kernel void test(global const struct s *in, global float *out, local uchar *tile, int a, int b) {
  struct { int x[4]; } p[4] = {};
  int u = 0;
  do {
    out[get_global_size(0) * get_global_size(1) - 1 - (get_global_id(1) * get_global_size(0) + get_global_id(0))] =
        floor(0.0f - (float)a);
    tile[1] = (uchar)rotate((int)(char)u, (u < 4 ? p[1].x[u] : 7) | in[in[(1 + (ulong)b) % 512UL].a & 511].a);
    barrier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((int)(float)u) {
      tile[0] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  } while (++u < 5 && (int)get_global_size(2));
})",
                          "-cl-std=CL3.0");
  Kernel test = kernel(program, "test");
  Buffer in = make_buffer(std::vector<uint8_t>(512 * 32)), out = make_buffer(35 * 4);
  set_args(test, in, out, LocalBytes{2}, cl_int(3), cl_int(5));
  run(test, {7, 5}, {7, 1});
  EXPECT_EQ(std::vector<float>(35, -3), read<float>(out, 35));
}

}  // namespace wherry::test
