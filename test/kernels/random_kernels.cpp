// SPDX-License-Identifier: Apache-2.0
// Kernels that nobody thought of, against the host's interpretation of the same tree.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string_view>

#include "common/spirv.h"
#include "random_tree.h"

namespace wherry::test::random_kernels {

static std::ostream &operator<<(std::ostream &out, const Launch &launch) {
  auto list = [&](const char *name, const size_t *sizes) {
    out << name;
    for (size_t d = 0; d < launch.dimensions; ++d) out << (d ? " x " : " ") << sizes[d];
  };
  list("global", launch.global);
  list(", local", launch.local);
  list(", offset", launch.offset);
  out << ", a0 ...";
  for (uint64_t arg : launch.args) out << ' ' << arg;
  return out;
}

namespace {

// An option of ours: functions and kernels are compiled apart, and linked.
constexpr char objects[] = " -DOBJECTS";

Program compiled(const std::string &text, const std::string &options) {
  const char *source = text.c_str();
  Program program(clCreateProgramWithSource(context(), 1, &source, nullptr, nullptr));
  if (clCompileProgram(program, 0, nullptr, options.c_str(), 0, nullptr, nullptr, nullptr, nullptr) != CL_SUCCESS)
    throw std::runtime_error("CL_COMPILE_PROGRAM_FAILURE\n" + build_log(program));
  return program;
}

Program built(const std::string &text, const std::string &options) {
  if (options.find(objects) == options.npos) return build(text, options.c_str());
  const Program parts[] = {compiled(text, options + " -DKERNELS_ALONE"),
                           compiled(text, options + " -DFUNCTIONS_ALONE")};
  cl_program handles[] = {parts[0].get(), parts[1].get()};
  cl_int error = CL_SUCCESS;
  Program program(clLinkProgram(context(), 0, nullptr, nullptr, 2, handles, nullptr, nullptr, &error));
  if (error != CL_SUCCESS) throw std::runtime_error(error_name(error) + "\n" + (program ? build_log(program) : ""));
  return program;
}

// How a program is built: with the width that the compiler chooses, with one that suits small groups, and with one
// more in turn.
std::vector<std::string> variants_of(size_t program) {
  const std::string common = "-cl-std=CL3.0 -w", width = common + " -cl-wherry-vector-width=";
  const std::string turns[] = {common + " -cl-opt-disable",
                               width + "1",
                               width + "2",
                               width + "8",
                               width + "64",
                               common + " -cl-wherry-cpu-level=3",
                               common + " -cl-wherry-cpu-level=1",
                               common + objects};
  return {common, width + "4", turns[program % std::size(turns)]};
}

// WHERRY_SHRINK_SECONDS says how long a kernel that fails is made smaller.
const auto shrink_time = [] {
  const char *wish = std::getenv("WHERRY_SHRINK_SECONDS");
  return std::chrono::seconds(wish ? std::strtoll(wish, nullptr, 0) : 60);
}();
// One kernel a program by way of SPIR-V: Clang's back end makes invalid modules of some kernels, and one such kernel
// would make a program of eight unusable.
const bool by_spirv = std::getenv("WHERRY_TEST_SPIRV") != nullptr;
const size_t kernels_in_each = by_spirv ? 1 : 8;
constexpr size_t functions_in_each = 3, launches_of_each = 3;

// WHERRY_RANDOM_KERNELS says how many. Each kernel takes half a second of two processors.
const size_t num_programs = [] {
  const char *wish = std::getenv("WHERRY_RANDOM_KERNELS");
  const size_t usual = std::getenv("WHERRY_TEST_WHOLE") ? 250 : 96;
  return ((wish ? std::strtoull(wish, nullptr, 0) : usual) + kernels_in_each - 1) / kernels_in_each;
}();

// Another one in each run, unless WHERRY_TEST_SEED says which.
uint64_t fresh_seed() {
  static const uint64_t chosen = [] {
    if (std::getenv("WHERRY_TEST_SEED")) return seed();
    uint64_t fresh = std::random_device()();
    std::printf("random kernels: WHERRY_TEST_SEED=%llu\n", static_cast<unsigned long long>(fresh));
    std::fflush(stdout);  // seen even where a kernel hangs
    return fresh;
  }();
  return chosen;
}

// Where a kernel crashes or hangs, the process starts again for that program alone, makes each attempt in a child, and
// has no OpenCL of its own.
const bool isolated = std::getenv("WHERRY_RANDOM_ISOLATED") != nullptr;
constexpr unsigned hang_seconds = 60, hang_processor_seconds = 20, isolated_hang_processor_seconds = 2;

// SIGALRM or SIGPROF where a launch does not end.
void watch_for_hangs(bool begin) {
  const long processor = isolated ? isolated_hang_processor_seconds : hang_processor_seconds;
  itimerval limit{{0, 0}, {begin ? processor : 0, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
  alarm(begin ? hang_seconds : 0);
}

std::string running;  // for where it crashes
std::vector<std::string> again_args, again_environment;
std::vector<char *> again_arg_list, again_environment_list;

void start_again(int) {
  [[maybe_unused]] auto written = write(STDERR_FILENO, running.data(), running.size());
  watch_for_hangs(false);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  execve("/proc/self/exe", again_arg_list.data(), again_environment_list.data());
  _exit(1);
}

class Watch {
 public:
  explicit Watch(size_t program) {
    if (isolated) return;
    again_args = {"kernel_tests", "--gtest_filter=*RandomKernels.match_the_host/" + std::to_string(program)};
    again_environment = {"WHERRY_RANDOM_ISOLATED=1", "WHERRY_TEST_SEED=" + std::to_string(fresh_seed())};
    for (char **entry = environ; *entry; ++entry)
      if (!std::string_view(*entry).starts_with("GTEST_")) again_environment.push_back(*entry);
    auto list = [](std::vector<std::string> &texts) {
      std::vector<char *> result;
      for (auto &text : texts) result.push_back(text.data());
      result.push_back(nullptr);
      return result;
    };
    again_arg_list = list(again_args);
    again_environment_list = list(again_environment);
    for (int signal : signals) std::signal(signal, start_again);
  }
  ~Watch() {
    for (int signal : signals) std::signal(signal, SIG_DFL);
  }
  Watch(const Watch &) = delete;

 private:
  static constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPROF};
};

// Memory between pages that nobody may touch.
class Guarded {
 public:
  Guarded(const std::vector<uint8_t> &contents, bool at_end) : size_(contents.size()) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE)), pages = (size_ + page - 1) / page * page;
    mapped_ = pages + 2 * page;
    start_ = static_cast<uint8_t *>(mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (start_ == MAP_FAILED || mprotect(start_ + page, pages, PROT_READ | PROT_WRITE)) throw std::bad_alloc();
    data_ = start_ + page + (at_end ? pages - size_ : 0);
    std::copy(contents.begin(), contents.end(), data_);
  }
  ~Guarded() { munmap(start_, mapped_); }
  Guarded(const Guarded &) = delete;
  uint8_t *data() const { return data_; }
  size_t size() const { return size_; }

 private:
  size_t size_, mapped_;
  uint8_t *start_, *data_;
};

Launch random_launch(Random &random, const Source &source, const random_kernels::Kernel &kernel) {
  Launch launch{kernel.dimensions, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {}};
  constexpr size_t globals[][3] = {{300, 1, 1}, {40, 9, 1}, {15, 5, 4}},
                   locals[][3] = {{40, 1, 1}, {13, 4, 1}, {6, 3, 2}};
  for (size_t d = 0; d < kernel.dimensions; ++d) {
    launch.global[d] = 1 + random.below(globals[kernel.dimensions - 1][d]);
    launch.local[d] = 1 + random.below(locals[kernel.dimensions - 1][d]);
    if (kernel.offset) launch.offset[d] = random.below(40);
  }
  if (random.below(3) == 0) launch.local[0] = size_t(8) << random.below(4);
  if (random.below(3) == 0) launch.global[0] = (launch.global[0] / launch.local[0] + 1) * launch.local[0];
  for (size_t k = 0; k < source.arguments.size(); ++k) launch.args.push_back(random.below(largest_argument + 1));
  return launch;
}

void fill(Random &random, Kind kind, uint8_t *to) {
  const uint64_t number = random.next() >> random.below(64);
  const double real = (static_cast<double>(number & 0xFFFFF) - 1000) * (random.below(2) ? 1 : 0x1p-8);
  const auto single = static_cast<float>(real);
  const auto half = static_cast<_Float16>(real);
  if (kind == Kind::f16)
    std::memcpy(to, &half, sizeof half);
  else if (kind == Kind::f32)
    std::memcpy(to, &single, sizeof single);
  else if (kind == Kind::f64)
    std::memcpy(to, &real, sizeof real);
  else
    std::memcpy(to, &number, bytes(kind));
}

// `act` with the kind and the place of each number of an array's `count` elements.
template <typename Act> void each_number(const Array &array, size_t count, Act act) {
  for (size_t e = 0; e < count; ++e)
    for (uint32_t f = 0; f < array.fields.size(); ++f) {
      const auto [type, length] = array.fields[f];
      for (uint32_t k = 0; k < type.width * std::max(1u, length); ++k)
        act(type.kind, e, e * element_bytes(array) + component_offset(array, f) + k * bytes(type.kind));
    }
}

size_t elements(const Array &array, const Launch &launch) {
  return array.space == Space::output ? array.count * launch.items() : array.count;
}

Memory random_memory(Random &random, const Source &source, const Launch &launch) {
  Memory memory;
  for (auto &array : source.arrays) {
    memory.emplace_back(is_global(array.space) ? elements(array, launch) * element_bytes(array) : 0, uint8_t(0xEE));
    if (!memory.back().empty())
      each_number(array, elements(array, launch),
                  [&](Kind kind, size_t, size_t at) { fill(random, kind, &memory.back()[at]); });
  }
  memory.emplace_back(launch.items() * (source.variables.size() + 1) * 8, uint8_t(0xEE));
  return memory;
}

void set_argument(cl_kernel kernel, cl_uint index, Kind kind, uint64_t value) {
  const auto single = static_cast<float>(value);
  const auto real = static_cast<double>(value);
  const auto half = static_cast<_Float16>(value);
  const void *from = kind == Kind::f16   ? static_cast<const void *>(&half)
                     : kind == Kind::f32 ? static_cast<const void *>(&single)
                     : kind == Kind::f64 ? static_cast<const void *>(&real)
                                         : &value;
  ok(clSetKernelArg(kernel, index, bytes(kind), from));
}

// How the memory after a run differs from what is expected; empty where it does not.
std::string difference(const Source &source, const wherry::test::Kernel &built, const Launch &launch,
                       const Memory &before, const Memory &expected, bool at_end) {
  std::vector<std::unique_ptr<Guarded>> host;
  std::vector<Buffer> buffers;
  cl_uint index = 1;
  for (size_t a = 0; a <= source.arrays.size(); ++a) {
    const bool result = a == source.arrays.size();
    host.push_back(std::make_unique<Guarded>(before[a], at_end));
    buffers.emplace_back();
    if (result || is_global(source.arrays[a].space)) {
      cl_int error = CL_SUCCESS;
      buffers.back() =
          Buffer(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, before[a].size(), host.back()->data(), &error));
      ok(error);
      set_arg(built, result ? 0 : index++, buffers.back());
    } else if (source.arrays[a].space == Space::tile) {
      set_arg(built, index++,
              LocalBytes{launch.local[0] * launch.local[1] * launch.local[2] * element_bytes(source.arrays[a])});
    }
  }
  for (size_t a = 0; a < source.arguments.size(); ++a)
    set_argument(built, index++, source.arguments[a], launch.args[a]);
  auto sizes = [&](const size_t *of) { return Sizes(of, of + launch.dimensions); };
  watch_for_hangs(true);
  run(built, sizes(launch.global), sizes(launch.local), sizes(launch.offset));
  watch_for_hangs(false);
  std::string differs;
  for (size_t a = 0; a < host.size() && differs.empty(); ++a) {
    if (!buffers[a]) continue;
    const auto got = read<uint8_t>(buffers[a], host[a]->size());
    const bool result = a == source.arrays.size();
    const Array results{Space::output, {{{Kind::u64}, 0}}, static_cast<uint32_t>(source.variables.size() + 1), 0, {}};
    const Array &array = result ? results : source.arrays[a];
    each_number(array, elements(array, launch), [&](Kind kind, size_t e, size_t at) {
      uint64_t x = 0, y = 0;
      std::memcpy(&x, &got[at], bytes(kind));
      std::memcpy(&y, &expected[a][at], bytes(kind));
      auto is_nan = [&](uint64_t bits) {
        return (kind == Kind::f16 && (bits & 0x7fff) > 0x7c00) ||
               (kind == Kind::f32 && std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits)))) ||
               (kind == Kind::f64 && std::isnan(std::bit_cast<double>(bits)));
      };
      if (x == y || !differs.empty() || (is_nan(x) && is_nan(y))) return;
      char text[100];
      std::snprintf(text, sizeof text, "[%zu] got 0x%llx, expected 0x%llx\n", e, static_cast<unsigned long long>(x),
                    static_cast<unsigned long long>(y));
      differs = (result ? "result" : array_name(source, static_cast<uint32_t>(a))) + text;
    });
  }
  return differs;
}

std::string name(size_t kernel) { return "k" + std::to_string(kernel); }

// The compiler's complaint; empty if it has none.
std::string complaint(const std::string &source, const std::string &options) try {
  built(source, options);
  return {};
} catch (const std::exception &error) {
  return error.what();
}

Source smaller(const Source &source, size_t k, const std::function<bool(const Source &)> &fails) {
  const auto end = std::chrono::steady_clock::now() + shrink_time;
  return shrink(source, k,
                [&](const Source &candidate) { return std::chrono::steady_clock::now() < end && fails(candidate); });
}

// Of a program that does not build: one of its kernels, if it is at fault alone, made smaller.
std::string unbuildable(const Source &source, const std::string &options) {
  for (size_t k = 0; k < kernels_in_each; ++k) {
    auto fails = [&](const Source &candidate) { return !complaint(print(candidate, k, k + 1), options).empty(); };
    if (fails(source)) return print(smaller(source, k, fails), k, k + 1);
  }
  return print(source, 0, kernels_in_each);
}

// One launch of one kernel of a source.
struct Attempt {
  size_t k;
  Launch launch;
  Memory before;
  bool at_end;

  // By the size of sub-groups, which is the build's.
  using Expected = std::map<size_t, Memory>;

  // What goes wrong with a kernel that is built, if anything.
  std::string run(const Source &source, const wherry::test::Kernel &built, Expected &expected) const {
    Launch as_built = launch;
    if (source.sub_groups)
      ok(clGetKernelSubGroupInfo(built.get(), device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                 launch.dimensions * sizeof(size_t), launch.local, sizeof(size_t),
                                 &as_built.sub_group_size, nullptr));
    auto [found, fresh] = expected.try_emplace(as_built.sub_group_size, before);
    if (fresh) interpret(source, k, as_built, found->second);
    return difference(source, built, launch, before, found->second, at_end);
  }

  // What goes wrong, if anything. Throws where OpenCL leaves that open.
  std::string run(const Source &source, const std::string &options) const {
    auto here = [&]() -> std::string {
      const std::string text = print(source, k, k + 1);
      if (std::string why = complaint(text, options); !why.empty()) return why;
      Program program = built(text, options);
      running = text;
      Expected expected;
      return run(source, kernel(program, name(k).c_str()), expected);
    };
    if (!isolated) return here();
    int ends[2];
    if (pipe(ends)) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child == 0) {
      std::string wrong;
      try {
        wrong = here();
      } catch (const Undefined &) {
        wrong = left_open;
      }
      _exit(write(ends[1], wrong.data(), std::min<size_t>(wrong.size(), 4096)) < 0);
    }
    close(ends[1]);
    std::string wrong(4096, 0);
    wrong.resize(static_cast<size_t>(std::max<ssize_t>(0, ::read(ends[0], wrong.data(), wrong.size()))));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (wrong == left_open) throw Undefined(wrong);
    return WIFSIGNALED(status) ? std::string("crashed: ") + strsignal(WTERMSIG(status)) + "\n" : wrong;
  }

  static constexpr char left_open[] = "left open";

  // A smaller source that goes wrong in the same way.
  Source smallest(const Source &source, const std::string &options, const std::string &wrong) const {
    auto way = [](const std::string &text) {
      return text.empty()                    ? ""
             : text.starts_with("crashed")   ? "crash"
             : text.find("CL_") != text.npos ? "refusal"
                                             : "difference";
    };
    return smaller(source, k, [&](const Source &candidate) {
      try {
        return way(run(candidate, options)) == way(wrong);
      } catch (const Undefined &) {
        return false;
      }
    });
  }
};

// What Clang, spirv-opt or the validator say against a program's module; empty if the module is valid.
std::string why_not_spirv(const std::string &text, const std::string &options) {
  try {
    return wherry::test::fault_of(wherry::test::spirv_of(text, options));
  } catch (const std::runtime_error &error) {
    return error.what();
  }
}

class RandomKernels : public testing::TestWithParam<size_t> {
 public:
  static inline size_t skipped = 0;

  // Programs are skipped only if Clang's module is invalid: about one in eight at O0.
  static void TearDownTestSuite() {
    if (by_spirv && num_programs >= 8) EXPECT_LT(2 * skipped, num_programs);
  }
};

TEST_P(RandomKernels, match_the_host) {
  const Watch watch(GetParam());
  Random random(fresh_seed() + GetParam() * 0x632BE59BD9B4E019u);
  const Source source = generate(random, functions_in_each, kernels_in_each);
  const std::string text = print(source, 0, kernels_in_each);
  const std::string which =
      "\nWHERRY_TEST_SEED=" + std::to_string(fresh_seed()) + ", program " + std::to_string(GetParam()) + ", options ";
  const std::vector<std::string> variants = variants_of(GetParam());
  std::vector<std::vector<wherry::test::Kernel>> kernels(variants.size());
  for (size_t v = 0; v < variants.size() && !isolated; ++v) {
    if (const std::string why = complaint(text, variants[v]); !why.empty()) {
      if (const std::string clang = by_spirv ? why_not_spirv(text, variants[v]) : ""; !clang.empty())
        GTEST_SKIP() << ++skipped << ". program without a valid module: " << clang;
      FAIL() << which << variants[v] << "\n" << why << "\n" << unbuildable(source, variants[v]);
    }
    Program program = built(text, variants[v]);
    for (size_t k = 0; k < kernels_in_each; ++k) kernels[v].push_back(kernel(program, name(k).c_str()));
  }
  for (size_t k = 0; k < kernels_in_each; ++k)
    for (size_t launches = 0; launches < launches_of_each; ++launches) {
      const Launch launch = random_launch(random, source, source.kernels[k]);
      const Attempt attempt{k, launch, random_memory(random, source, launch), random.below(2) == 0};
      Attempt::Expected expected;
      for (size_t v = 0; v < variants.size(); ++v) {
        testing::Message what;
        what << which << variants[v] << "\n" << launch << "\n";
        running = what.GetString() + print(source, k, k + 1);
        const std::string wrong =
            isolated ? attempt.run(source, variants[v]) : attempt.run(source, kernels[v][k], expected);
        if (wrong.empty()) continue;
        const Source small = attempt.smallest(source, variants[v], wrong);
        FAIL() << what.GetString() << "at first " << wrong << print(small, k, k + 1);
      }
    }
  if (isolated) FAIL() << which << "crashed or hung, but none of its kernels does alone:\n" << text;
}

INSTANTIATE_TEST_SUITE_P(Programs, RandomKernels, testing::Range(size_t(0), num_programs));

}  // namespace

}  // namespace wherry::test::random_kernels
