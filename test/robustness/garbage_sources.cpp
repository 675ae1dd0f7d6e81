// SPDX-License-Identifier: Apache-2.0
// Sources that no compiler likes: each build returns, with a log where it fails, and the program lives.
// WHERRY_COMPILE_TIMEOUT is small here, so that a hang of the compiler shows as a failed build soon.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <sstream>

#include "common/cl.h"

using namespace wherry::test;

namespace {

// Builds; the result may be either, but it comes, and a failure says why.
void build_returns(const std::string &source, const char *options = "") {
  const char *text = source.data();
  size_t length = source.size();
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context(), 1, &text, &length, &error));
  ok(error);
  error = clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  if (error == CL_SUCCESS) return;
  EXPECT_EQ("CL_BUILD_PROGRAM_FAILURE (-11)", error_name(error)) << source.substr(0, 200);
  EXPECT_NE("", build_log(program)) << source.substr(0, 200);
}

// After all of them, an ordinary program still builds and runs.
void still_works(int value) {
  Program program = build("kernel void test(global int *out) { *out = " + std::to_string(value) + "; }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{0});
  set_args(k, out);
  run(k, {1});
  EXPECT_EQ(value, read<int>(out, 1)[0]);
}

std::string times(const std::string &text, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; ++i) result += text;
  return result;
}

const std::string &good_source() {
  static const std::string text = R"(
#define TILE 16
typedef struct { float4 v; int n; } Record;
constant float weights[4] = {0.25f, 0.5f, 0.75f, 1.0f};
float scale(float x, int n) { return n > 0 ? x * weights[n & 3] : -x; }
kernel void blur(global const float *restrict in, global float *out, local float *tile, Record r, uint n) {
  size_t id = get_local_id(0), base = get_group_id(0) * get_local_size(0);
  event_t e = async_work_group_copy(tile, in + base, get_local_size(0), 0);
  wait_group_events(1, &e);
  float sum = 0.0f;
  for (int k = -2; k <= 2; ++k) {
    int at = clamp((int)id + k, 0, (int)get_local_size(0) - 1);
    sum += scale(tile[at], r.n + k);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  switch (r.n) {
    case 1: sum += r.v.x; break;
    default: sum *= r.v.wzyx.s0;
  }
  if (base + id < n) out[base + id] = sum + native_sqrt(fabs(sum));
  printf("%d %v4hlf\n", r.n, r.v);
}
)";
  return text;
}

TEST(GarbageSources, random_bytes) {
  Random random(seed());
  for (int round = 0; round < 40; ++round) {
    auto bytes = random.bytes(1 + random.below(round % 10 ? 400 : 20000));
    build_returns({bytes.begin(), bytes.end()});
  }
  still_works(1);
}

TEST(GarbageSources, random_printable_text) {
  Random random(seed() + 1);
  const std::string alphabet = " \n\t(){}[]<>;,.:#\"'\\/*+-=&|!?^%~@$0123456789abcdefkernlvoidglobalintx_";
  for (int round = 0; round < 30; ++round) {
    std::string text;
    for (size_t n = 1 + random.below(600); n > 0; --n) text += alphabet[random.below(alphabet.size())];
    build_returns(text);
  }
  still_works(2);
}

TEST(GarbageSources, truncated_kernels) {
  Random random(seed() + 2);
  for (int round = 0; round < 40; ++round) build_returns(good_source().substr(0, random.below(good_source().size())));
  still_works(3);
}

TEST(GarbageSources, mutated_kernels) {
  Random random(seed() + 3);
  for (int round = 0; round < 60; ++round) {
    std::string text = good_source();
    for (size_t edits = 1 + random.below(5); edits > 0; --edits) {
      size_t at = random.below(text.size()), length = 1 + random.below(12), from = random.below(text.size());
      switch (random.below(4)) {
      case 0: text[at] = static_cast<char>(random.next()); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, text.substr(from, length)); break;
      default: std::swap(text[at], text[from]);
      }
    }
    build_returns(text);
  }
  still_works(4);
}

TEST(GarbageSources, shuffled_tokens) {
  Random random(seed() + 4);
  std::istringstream words(good_source());
  std::vector<std::string> tokens;
  for (std::string word; words >> word;) tokens.push_back(word);
  for (int round = 0; round < 20; ++round) {
    std::string text;
    for (int n = 0; n < 150; ++n) text += tokens[random.below(tokens.size())] + " ";
    build_returns(text);
  }
  still_works(5);
}

struct Hostile {
  const char *name;
  std::function<std::string()> source;
};

std::string in_kernel(const std::string &body) { return "kernel void test(global int *out) {\n" + body + "\n}\n"; }

const Hostile hostile[] = {
    {"deep_parentheses", [] { return in_kernel("*out = " + times("(", 20000) + "1" + times(")", 20000) + ";"); }},
    {"deep_braces", [] { return in_kernel(times("{", 20000) + times("}", 20000)); }},
    {"deep_unclosed_braces", [] { return in_kernel(times("{", 100000)); }},
    {"deep_ifs", [] { return in_kernel(times("if (out[0]) { out[0]++; ", 3000) + times("}", 3000)); }},
    {"deep_loops",
     [] { return in_kernel(times("for (int i = 0; i < out[0]; ++i) {", 400) + "out[1]++;" + times("}", 400)); }},
    {"deep_loops_with_barriers",
     [] {
       return in_kernel(times("for (int i = 0; i < out[0]; ++i) { barrier(1);", 60) + "out[1]++;" + times("}", 60));
     }},
    {"deep_unary", [] { return in_kernel("*out = " + times("- ", 50000) + "1;"); }},
    {"deep_brackets", [] { return in_kernel("*out = " + times("out[", 20000) + "0" + times("]", 20000) + ";"); }},
    {"deep_pointers", [] { return in_kernel("int " + times("*", 50000) + "p;"); }},
    {"deep_ternaries", [] { return in_kernel("*out = " + times("*out ? 1 : ", 20000) + "2;"); }},
    {"long_sum", [] { return in_kernel("*out = " + times("*out + ", 50000) + "2;"); }},
    {"huge_private_array", [] { return in_kernel("int a[1 << 28]; a[*out] = 1; *out = a[out[1]];"); }},
    {"impossible_private_array", [] { return in_kernel("int a[1ul << 60]; a[*out] = 1; *out = a[out[1]];"); }},
    {"huge_local_array", [] { return in_kernel("local int a[1 << 28]; a[*out] = 1; *out = a[out[1]];"); }},
    {"huge_constant_array", [] { return "constant int a[1 << 28] = {1};" + in_kernel("*out = a[*out];"); }},
    {"huge_initialiser",
     [] { return "constant int a[] = {" + times("1,2,3,4,5,6,7,8,", 60000) + "};" + in_kernel("*out = a[*out];"); }},
    {"negative_array", [] { return in_kernel("int a[-1]; *out = a[0];"); }},
    {"variable_array", [] { return in_kernel("int a[*out]; *out = a[0];"); }},
    {"doubling_macros",
     [] {
       std::string text = "#define M0 x x\n";
       for (int i = 1; i < 40; ++i)
         text += "#define M" + std::to_string(i) + " M" + std::to_string(i - 1) + " M" + std::to_string(i - 1) + "\n";
       return text + "M39\n";
     }},
    {"recursive_macros", [] { return std::string("#define A B\n#define B A\n#define F(x) F(F(x))\nA F(F(F(A)))\n"); }},
    {"endless_macro_arguments", [] { return "#define F(x) x\n" + times("F(", 5000) + times(")", 5000); }},
    {"includes_itself", [] { return std::string("#include __FILE__\n"); }},
    {"includes_devices", [] { return std::string("#include \"/dev/zero\"\n"); }},
    {"includes_a_terminal", [] { return std::string("#include \"/dev/stdin\"\n"); }},
    {"includes_a_folder", [] { return std::string("#include \"/\"\n"); }},
    {"unfinished_comment", [] { return good_source() + "/*"; }},
    {"unfinished_string", [] { return good_source() + "\""; }},
    {"unfinished_conditional", [] { return "#if 1\n" + times("#if 1\n", 5000); }},
    {"many_conditionals", [] { return times("#if 0\n#else\n", 3000) + times("#endif\n", 3000) + in_kernel(""); }},
    {"nul_bytes", [] { return good_source() + std::string(1000, '\0') + good_source(); }},
    {"one_long_line", [] { return "// " + std::string(5 << 20, 'x') + "\n" + in_kernel("*out = 1;"); }},
    {"one_long_name", [] { return "int " + std::string(1 << 20, 'n') + ";" + in_kernel("*out = 1;"); }},
    {"long_kernel_name", [] { return "kernel void " + std::string(100000, 'k') + "() {}"; }},
    {"many_kernels",
     [] {
       std::string text;
       for (int i = 0; i < 300; ++i)
         text += "kernel void k" + std::to_string(i) + "(global int *p) { *p = " + std::to_string(i) + "; }\n";
       return text;
     }},
    {"many_arguments",
     [] {
       std::string text = "kernel void test(int a0";
       for (int i = 1; i < 2000; ++i) text += ", int a" + std::to_string(i);
       return text + ") {}";
     }},
    {"recursion", [] { return "int f(int n) { return n ? f(n - 1) + 1 : 0; }" + in_kernel("*out = f(*out);"); }},
    {"recursion_of_two",
     [] {
       return "int g(int); int f(int n) { barrier(1); return n ? g(n - 1) : 0; } int g(int n) { return f(n); }" +
              in_kernel("*out = f(*out);");
     }},
    {"kernel_calls_itself", [] { return in_kernel("barrier(1); if (*out) test(out);"); }},
    {"endless_loop", [] { return in_kernel("for (;;) barrier(1);"); }},
    {"endless_empty_loop", [] { return in_kernel("while (1);"); }},
    {"giant_constant_expression",
     [] { return in_kernel("enum { X = " + times("(1 + ", 3000) + "1" + times(")", 3000) + " }; *out = X;"); }},
    {"division_by_zero", [] { return in_kernel("*out = 1 / 0 + 1 % 0; int a[1 / 0];"); }},
    {"inline_assembly", [] { return in_kernel("__asm__(\"syscall\");"); }},
    {"assembly_directives", [] { return "__asm__(\".incbin \\\"/etc/passwd\\\"\");" + in_kernel(""); }},
    {"unknown_pragmas",
     [] { return times("#pragma OPENCL EXTENSION nothing : enable\n#pragma unroll\n", 500) + in_kernel(""); }},
    {"clang_attributes",
     [] {
       return "__attribute__((constructor)) void f() {} __attribute__((section(\"x\"))) constant int y = 1;" +
              in_kernel("*out = y;");
     }},
    {"huge_alignment", [] { return in_kernel("int a __attribute__((aligned(1 << 28))); *out = a = 1;"); }},
    {"huge_struct_argument",
     [] {
       return std::string(
           "typedef struct { int a[1 << 20]; } S; kernel void test(S s, global int *p) { *p = s.a[5]; }");
     }},
    {"required_size_of_zero",
     [] { return std::string("__attribute__((reqd_work_group_size(0, 0, 0))) kernel void test() {}"); }},
    {"required_size_that_is_huge",
     [] {
       return std::string(
           "__attribute__((reqd_work_group_size(4294967295, 4294967295, 4294967295))) kernel void test() {}");
     }},
    {"unroll_of_a_million",
     [] {
       return in_kernel(
           "__attribute__((opencl_unroll_hint(1000000))) for (int i = 0; i < 1000000; ++i) out[i] = out[i ^ 1] * i;");
     }},
    {"big_vectors",
     [] {
       return in_kernel(
           "typedef float f __attribute__((ext_vector_type(4096))); f v = (f)(*out); v *= v; *out = v[5];");
     }},
    {"bit_precise_integers", [] { return in_kernel("_BitInt(100000) x = *out; *out = x * x / (x + 1);"); }},
    {"type_name_collision", [] { return "int barrier; int get_global_id; float sin;" + in_kernel("*out = barrier;"); }},
    {"redefined_builtin",
     [] { return "size_t get_global_id(uint d) { return 0; }" + in_kernel("*out = get_global_id(0);"); }},
    {"internal_names",
     [] {
       return "ulong __wherry_local_id(uint); void __wherry_barrier(uint);" +
              in_kernel("__wherry_barrier(0); *out = __wherry_local_id(7);");
     }},
    {"module_symbol",
     [] {
       return std::string(
           "constant int wherry_module = 1; kernel void wherry_entry(global int *p) { *p = wherry_module; }");
     }},
};

class Hostiles : public testing::TestWithParam<Hostile> {};

TEST_P(Hostiles, build_returns) {
  build_returns(GetParam().source());
  still_works(6);
}

INSTANTIATE_TEST_SUITE_P(Sources, Hostiles, testing::ValuesIn(hostile),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(GarbageOptions, refused_or_ignored) {
  Random random(seed() + 5);
  const char *source = "kernel void test(global int *out) { *out = 1; }";
  std::vector<std::string> options = {"-o /tmp/wherry-must-not-exist",
                                      "-c",
                                      "--help",
                                      "-v",
                                      "-cc1",
                                      "-Xclang -load -Xclang /x.so",
                                      "-fplugin=/x.so",
                                      "@/etc/passwd",
                                      "-include /dev/zero",
                                      "-I",
                                      "-D",
                                      "-U",
                                      "-D=",
                                      "-D1",
                                      "-DA(=",
                                      "\"",
                                      "-D\"",
                                      "-x c++",
                                      "-target arm",
                                      "-mllvm -help",
                                      "-",
                                      "--",
                                      "-cl-std=",
                                      "-cl-std=CL",
                                      std::string(100000, '-'),
                                      "-D" + std::string(100000, 'a'),
                                      times("-DA ", 5000)};
  for (int round = 0; round < 20; ++round) {
    auto bytes = random.bytes(1 + random.below(60));
    std::string text(bytes.begin(), bytes.end());
    text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
    options.push_back(text);
  }
  for (auto &text : options) {
    cl_int error = CL_SUCCESS;
    Program program(clCreateProgramWithSource(context(), 1, &source, nullptr, &error));
    ok(error);
    error = clBuildProgram(program, 0, nullptr, text.c_str(), nullptr, nullptr);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_INVALID_BUILD_OPTIONS || error == CL_BUILD_PROGRAM_FAILURE)
        << error_name(error) << " for " << text.substr(0, 100);
  }
  EXPECT_FALSE(std::filesystem::exists("/tmp/wherry-must-not-exist"));
  still_works(7);
}

}  // namespace
