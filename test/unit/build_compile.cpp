// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <thread>

#include "build/cache.h"
#include "build_fixture.h"
#include "common/hang.h"
#include "kernel_abi/protocol.h"

namespace wherry::build {
namespace {

namespace fs = std::filesystem;

class CompileTest : public BuildTest {
 protected:
  static Result compile_source(const std::string &source, const std::string &options = "") {
    return compile({source, options, {}});
  }
  static int by_several_workers();
};

// What the cache holds was made by the same compiler and the same libraries.
TEST_F(CompileTest, AllPartsNameTheCompiler) {
  size_t parts = 0;
  for (const auto &entry : fs::directory_iterator(fs::read_symlink("/proc/self/exe").parent_path() / "wherry")) {
    const std::string name = entry.path().filename();
    const fs::path extension = entry.path().extension();
    if (name != "wherryc" && extension != ".a" && extension != ".bc") continue;
    ++parts;
    EXPECT_NE(std::ranges::find(abi::kCompilerParts, name), std::end(abi::kCompilerParts)) << name;
  }
  EXPECT_EQ(parts, std::size(abi::kCompilerParts));
}

TEST_F(CompileTest, CompilesAndLoads) {
  Result result = compile_source(kGoodSource);
  ASSERT_EQ(result.status, Status::ok) << result.log;
  EXPECT_FALSE(result.from_cache);
  EXPECT_EQ(result.log, "");
  auto loaded = LoadedModule::load(*result.binary);
  ASSERT_EQ(loaded->module().num_kernels, 1u);
  EXPECT_STREQ(loaded->module().kernels[0].name, "good");
}

TEST_F(CompileTest, TheWarmPathStartsNoCompiler) {
  Result cold = compile_source("kernel void warns(global int *p) { int unused_value; unused_value; *p = 0; }", "-Wall");
  ASSERT_EQ(cold.status, Status::ok) << cold.log;
  EXPECT_NE(cold.log.find("input.cl:1:"), std::string::npos) << cold.log;
  pid_t child = fork();
  if (child == 0) {  // where no server runs yet
    Result warm =
        compile_source("kernel void warns(global int *p) { int unused_value; unused_value; *p = 0; }", "-Wall");
    bool same = warm.status == Status::ok && warm.from_cache && warm.log == cold.log &&
                std::equal(warm.binary->bytes().begin(), warm.binary->bytes().end(), cold.binary->bytes().begin(),
                           cold.binary->bytes().end());
    bool no_child = waitpid(-1, nullptr, 0) < 0;
    _exit(same && no_child ? 0 : 1);
  }
  int status;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(CompileTest, CacheCanBeSwitchedOff) {
  setenv("WHERRY_CACHE", "0", 1);
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(compile_source(kGoodSource).from_cache);
  EXPECT_FALSE(fs::exists(directory_ / "cache"));
}

TEST_F(CompileTest, ErrorsHaveLineColumnAndCaret) {
  Result result = compile_source("kernel void k(global int *p) {\n  *p = undeclared;\n}\n");
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_NE(result.log.find("input.cl:2:8: error: use of undeclared identifier 'undeclared'"), std::string::npos)
      << result.log;
  EXPECT_NE(result.log.find("       ^"), std::string::npos) << result.log;
}

TEST_F(CompileTest, UndefinedFunctionsAreNamed) {
  Result result = compile_source("int foo(int); kernel void k(global int *p) { *p = foo(1); }");
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_NE(result.log.find("undefined function 'foo' called by kernel 'k'"), std::string::npos) << result.log;
}

TEST_F(CompileTest, ObjectsAreLinkedByTheCache) {
  auto object = [](const char *source) { return compile({source, "", {}, abi::BinaryKind::object}); };
  const char *first = "int foo(int); kernel void k(global int *p) { *p = foo(1); }",
             *second = "int foo(int x) { return x; }";
  Result a = object(first), b = object(second);
  ASSERT_EQ(a.status, Status::ok) << a.log;
  ASSERT_EQ(b.status, Status::ok) << b.log;
  EXPECT_EQ(kind_of(*a.binary), abi::BinaryKind::object);
  EXPECT_THROW(LoadedModule::load(*a.binary), std::runtime_error);
  EXPECT_TRUE(object(first).from_cache);
  EXPECT_FALSE(compile_source(second).from_cache);  // an executable of the same source

  std::shared_ptr<const Binary> both[] = {a.binary, b.binary};
  Result linked = link(both, abi::BinaryKind::executable), library = link(both, abi::BinaryKind::library);
  ASSERT_EQ(linked.status, Status::ok) << linked.log;
  ASSERT_EQ(library.status, Status::ok) << library.log;
  EXPECT_FALSE(linked.from_cache || library.from_cache);
  EXPECT_TRUE(link(both, abi::BinaryKind::executable).from_cache);
  EXPECT_TRUE(link(both, abi::BinaryKind::library).from_cache);
  EXPECT_EQ(kind_of(*linked.binary), abi::BinaryKind::executable);
  EXPECT_EQ(kind_of(*library.binary), abi::BinaryKind::library);
  EXPECT_STREQ(LoadedModule::load(*linked.binary)->module().kernels[0].name, "k");
  Result executable = link({&linked.binary, 1}, abi::BinaryKind::executable);
  EXPECT_EQ(executable.status, Status::failed);
  EXPECT_NE(executable.log, "");
}

// `more` kernels behind the others.
std::string many_kernels(const std::string &more = "") {
  std::string source =
      "float f(float x) { for (int i = 0; i < 3; ++i) x = sin(x) * exp(x) + log(fabs(x) + 1.f); return x; }\n"
      "constant float kTable[3] = {1, 2, 3};\n";
  for (int i = 0; i < 24; ++i) {
    const std::string number = std::to_string(i);
    source += "kernel void k" + number + "(global float *p, int i) { p[i] = f(p[i] + " + number +
              ") * pow(p[i], 3.f) + kTable[i % 3]; }\n";
  }
  return source + more;
}
bool has_symbol(const Binary &binary, std::string_view symbol) {
  const auto bytes = binary.bytes();
  return std::string_view(reinterpret_cast<const char *>(bytes.data()), bytes.size()).find(symbol) !=
         std::string_view::npos;
}
// The executable itself. The object behind it names kinds of metadata that its worker has met, builds before included.
std::vector<std::byte> executable(const Binary &binary) {
  const auto bytes = binary.bytes();
  abi::Seal seal;
  std::memcpy(&seal, bytes.data() + bytes.size() - sizeof seal, sizeof seal);
  return {bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(seal.content_size)};
}
bool is_in_parts(const Binary &binary) { return has_symbol(binary, "wherry_kernels"); }

TEST_F(CompileTest, LargeProgramsAreBuiltInParts) {
  setenv("WHERRY_CACHE", "0", 1);
  Result result = compile_source(many_kernels()), again = compile_source(many_kernels());
  ASSERT_EQ(result.status, Status::ok) << result.log;
  ASSERT_TRUE(is_in_parts(*result.binary));
  auto loaded = LoadedModule::load(*result.binary);
  const abi::Module &module = loaded->module();
  ASSERT_EQ(module.num_kernels, 24u);
  for (unsigned i = 0; i < 24; ++i) {
    EXPECT_EQ(module.kernels[i].name, "k" + std::to_string(i));
    EXPECT_EQ(module.kernels[i].num_args, 2u);
    EXPECT_GT(module.kernels[i].stack.bytes, 0u);
  }
  EXPECT_EQ(executable(*result.binary), executable(*again.binary));
  // What kernels share besides code.
  for (const char *shared :
       {"global int shared_variable; kernel void counts(global int *p) { *p = ++shared_variable; }",
        "kernel void block(queue_t q) { enqueue_kernel(q, 0, ndrange_1D(1), ^{}); }"}) {
    Result whole = compile_source(many_kernels(shared), "-cl-std=CL2.0");
    ASSERT_EQ(whole.status, Status::ok) << whole.log;
    EXPECT_FALSE(is_in_parts(*whole.binary)) << shared;
  }
}

TEST_F(CompileTest, TwoThreadsBuildFunctionsForReshapedLaunches) {
  setenv("WHERRY_CACHE", "0", 1);
  const std::string source =
      "constant float kTable[3] = {1, 2, 3};\n"
      "kernel void plain(global float *p) { p[get_global_id(0)] *= 2; }\n"
      "kernel void loop(global float *p, int n) {\n"
      "  for (int i = get_global_id(0); i < n; i += get_global_size(0)) p[i] = kTable[n & 1] + sin(p[i]);\n"
      "}\n"
      "kernel void flat(global float *p, int w) { int g = get_global_id(0); p[g % w * 100 + g / w] = kTable[w & 1]; "
      "}\n";
  Result result = compile_source(source, "-cl-wherry-explain"), again = compile_source(source, "-cl-wherry-explain");
  ASSERT_EQ(result.status, Status::ok) << result.log;
  EXPECT_EQ(executable(*result.binary), executable(*again.binary));
  EXPECT_TRUE(has_symbol(*result.binary, "wherry_reshaped.loop"));
  auto loaded = LoadedModule::load(*result.binary);
  const abi::Module &module = loaded->module();
  ASSERT_EQ(module.num_kernels, 3u);
  EXPECT_FALSE(module.kernels[0].reshaped);
  for (unsigned i : {1, 2}) {
    const abi::KernelInfo *reshaped = module.kernels[i].reshaped;
    ASSERT_TRUE(reshaped);
    EXPECT_TRUE(reshaped->shape);
    EXPECT_FALSE(reshaped->reshaped);
    EXPECT_EQ(std::string_view(reshaped->name), module.kernels[i].name);
    EXPECT_EQ(reshaped->args_size, module.kernels[i].args_size);
    EXPECT_GT(reshaped->stack.bytes, 0u);
  }
  EXPECT_NE(result.log.find("for reshaped launches"), std::string::npos) << result.log;

  // A variant is one function, also of work-items one by one.
  for (uint32_t lanes : {0u, 1u}) {
    build::Variant variant{"loop", {64, 1, 1}, {}, /*apart=*/false, /*reshaped=*/true, lanes};
    const Result special = variants_of(result.binary)(variant);
    ASSERT_TRUE(special.binary) << special.log;
    auto loaded_variant = LoadedModule::load(*special.binary);
    ASSERT_EQ(loaded_variant->module().num_kernels, 1u);
    EXPECT_TRUE(loaded_variant->module().kernels[0].shape) << lanes;
    if (lanes) {
      EXPECT_EQ(loaded_variant->module().kernels[0].lanes, 0u);
    }
  }

  // What functions share besides code.
  Result whole = compile_source(
      source + "global int shared_variable; kernel void counts(global int *p) { *p = ++shared_variable; }",
      "-cl-std=CL2.0");
  ASSERT_EQ(whole.status, Status::ok) << whole.log;
  EXPECT_FALSE(has_symbol(*whole.binary, "wherry_reshaped.loop"));
  EXPECT_TRUE(LoadedModule::load(*whole.binary)->module().kernels[1].reshaped);
}

// The index is divided for a function that LLVM finds too long to inline.
TEST_F(CompileTest, ReshapedVariantsInlineAsLanesDo) {
  std::string terms;
  for (int k = 1; k <= 40; ++k) terms += " + p[(y * " + std::to_string(k) + " + x) & 1023]";
  const std::string call = "at(p, g % w, g / w)";
  const Result result = compile_source("float at(global const float *p, int x, int y) { return 0" + terms + "; }\n" +
                                       "kernel void k(global const float *p, global float *out, int w) {\n"
                                       "  int g = get_global_id(0); out[g] = " +
                                       call + " + " + call + "; }");
  ASSERT_TRUE(result.binary) << result.log;
  for (uint32_t lanes : {0u, 1u}) {
    const Result special = variants_of(result.binary)({"k", {}, {}, /*apart=*/true, /*reshaped=*/true, lanes});
    ASSERT_TRUE(special.binary) << special.log;
    EXPECT_TRUE(LoadedModule::load(*special.binary)->module().kernels[0].shape) << lanes;
  }
}

TEST_F(CompileTest, TwoThreadsBuildAFewKernels) {
  setenv("WHERRY_CACHE", "0", 1);
  const std::string names[] = {"first", "second", "third", "last"};
  std::string source = "constant float kTable[3] = {1, 2, 3};\n";
  for (const std::string &name : names)
    source += "kernel void " + name + "(global float *p, int n) { p[get_global_id(0)] += kTable[n & 1]; }\n";
  Result result = compile_source(source), again = compile_source(source);
  ASSERT_EQ(result.status, Status::ok) << result.log;
  EXPECT_EQ(executable(*result.binary), executable(*again.binary));
  EXPECT_TRUE(is_in_parts(*result.binary));
  auto loaded = LoadedModule::load(*result.binary);
  ASSERT_EQ(loaded->module().num_kernels, 4u);
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(loaded->module().kernels[i].name, names[i]);
    EXPECT_GT(loaded->module().kernels[i].stack.bytes, 0u);
  }
  Result one = compile_source("kernel void k(global float *p) { p[get_global_id(0)] += 1; }");
  ASSERT_EQ(one.status, Status::ok) << one.log;
  EXPECT_FALSE(is_in_parts(*one.binary));
}

TEST_F(CompileTest, EveryPartHasItsErrorsInTheLog) {
  const char *wrong = "kernel void w%(global int *p) { local int large[1 << 30]; large[get_local_id(0)] = 1;"
                      "barrier(CLK_LOCAL_MEM_FENCE); p[0] = large[1]; }\n";
  std::string first = wrong, last = wrong;
  first.replace(first.find('%'), 1, "first"), last.replace(last.find('%'), 1, "last");
  Result result = compile_source(first + many_kernels(last));
  EXPECT_EQ(result.status, Status::failed);
  const size_t of_first = result.log.find("'wfirst'"), of_last = result.log.find("'wlast'");
  EXPECT_NE(of_first, std::string::npos) << result.log;
  EXPECT_NE(of_last, std::string::npos) << result.log;
  EXPECT_LT(of_first, of_last) << result.log;
}

TEST_F(CompileTest, Options) {
  struct Case {
    const char *options;
    Status status;
  } cases[] = {
      {"", Status::ok},
      {"  -D A -DB=2 -D C=3\t-w -Werror -g ", Status::ok},
      {"-D 'NAME=a b' -D \"TEXT=\\\"x y\\\"\"", Status::ok},
      {"-cl-std=CL1.0", Status::ok},
      {"-cl-std=CL1.1", Status::ok},
      {"-cl-std=CL1.2", Status::ok},
      {"-cl-std=CL3.0", Status::ok},
      {"-cl-std=CL2.0", Status::ok},
      {"-cl-std=CL4.0", Status::invalid_options},
      {"-cl-std=", Status::invalid_options},
      {"-cl-opt-disable -cl-kernel-arg-info -cl-strict-aliasing", Status::ok},
      {"-cl-mad-enable -cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only", Status::ok},
      {"-cl-fast-relaxed-math -cl-single-precision-constant -cl-denorms-are-zero", Status::ok},
      {"-cl-fp32-correctly-rounded-divide-sqrt -cl-uniform-work-group-size -cl-no-subgroup-ifp", Status::ok},
      {"-I /nowhere -I/nowhere/else", Status::ok},
      {"-Wall -Wextra", Status::ok},
      {"-Wno-such-thing", Status::invalid_options},
      {"-D", Status::invalid_options},
      {"-I", Status::invalid_options},
      {"-cl-no-such-thing", Status::invalid_options},
      {"-mllvm -debug", Status::invalid_options},
      {"-o out", Status::invalid_options},
      {"kernel.cl", Status::invalid_options},
      {"-D \"open", Status::invalid_options},
      {"-DA -x spir", Status::invalid_options},
  };
  for (const Case &c : cases) {
    Result result = compile_source(kGoodSource, c.options);
    EXPECT_EQ(result.status, c.status) << c.options << "\n" << result.log;
    EXPECT_EQ(result.log.empty(), c.status == Status::ok) << c.options << "\n" << result.log;
  }
  EXPECT_NE(compile_source("", "-cl-no-such-thing").log.find("-cl-no-such-thing"), std::string::npos);
}

TEST_F(CompileTest, Definitions) {
  const char *source =
      "#if ONE != 1 || TWO != 2 || SUM != 3 || __OPENCL_VERSION__ != 310 || __OPENCL_C_VERSION__ != 120\n"
      "#error wrong definitions\n#endif\n"
      "#if __IMAGE_SUPPORT__ != 1\n#error images are here\n#endif\n"
      "constant char text[] = TEXT;\n"
      "kernel void k(global int *p) { *p = sizeof(text) == 4 ? text[0] : 0; }";
  Result result = compile_source(source, "-D ONE -DTWO=2 \"-DSUM=ONE + TWO\" -DTEXT=\\\"abc\\\"");
  EXPECT_EQ(result.status, Status::ok) << result.log;
}

// Clang 22 takes both for errors.
constexpr char kOldPointers[] = "kernel void k(global int *p) {\n"
                                "  ulong8 v = 1; ulong *a = &v; int n = p; p[0] = a[0] + n;\n"
                                "}\n";

TEST_F(CompileTest, OldWarningsAreNoErrors) {
  Result result = compile_source(kOldPointers, "-Wall");
  EXPECT_EQ(result.status, Status::ok) << result.log;
  EXPECT_NE(result.log.find("warning: incompatible pointer types"), std::string::npos) << result.log;
}

TEST_F(CompileTest, SuccessfulBuildsAreQuiet) {
  const std::string sloppy[] = {
      kOldPointers,
      // As in programs of ten years ago: pragmas of other devices, missing prototypes and types, what is not used.
      "#pragma OPENCL EXTENSION cl_amd_printf : enable\n#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n"
      "#pragma OPENCL EXTENSION cl_khr_gl_sharing : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : require\n"
      "#pragma omp parallel\n"
      "twice(x) { return 2 * x; }\nstatic int never() { return 1; }\n"
      "kernel void k(global int *p, const unsigned n) { int i = get_global_id(0), unused; if (i < n) p[i] = twice(i); "
      "}",
      // What compilers take for mistakes.
      "kernel void k(global int *p) {\n"
      "  float4 x = (1, 2, 3, 4); char d = 300; int big = 0x1ffffffff; int table[4];\n"
      "  if (p[1] = 3) p[0] = x.x; if (p[0] & 1 == 0) p[2] = d; p[3] == 4; if (table) p[5] = table[5];\n"
      "  switch (p[6]) { case 1: p[7] = 1; case 2: p[7] = big; }\n"
      "  for (int i = 0; i < 4; ++i); p[8] = (int)p; p[9] = 1 << 33;\n"
      "#pragma unroll 4\n"
      "  for (int i = 0; i < p[3]; ++i) p[i] += 1;\n"
      "}\n"};
  for (const std::string &source : sloppy) {
    Result result = compile_source(source);
    EXPECT_EQ(result.status, Status::ok) << source << result.log;
    EXPECT_EQ(result.log, "") << source;
    EXPECT_NE(compile_source(source, "-Wall").log.find("warning: "), std::string::npos) << source;
    result = compile_source(source, "-Werror");
    EXPECT_EQ(result.status, Status::failed) << source;
    // What stands before an error may say why.
    EXPECT_NE(compile_source(source + "\nwrong;").log.find("warning: "), std::string::npos) << source;
  }
  Result asked = compile_source("#warning the reason\n#pragma message \"the other\"\n" + sloppy[0]);
  EXPECT_EQ(asked.status, Status::ok) << asked.log;
  EXPECT_NE(asked.log.find("warning: the reason"), std::string::npos) << asked.log;
  EXPECT_NE(asked.log.find("warning: the other"), std::string::npos) << asked.log;
  EXPECT_EQ(asked.log.find("pointer"), std::string::npos) << asked.log;
  EXPECT_EQ(asked.log.find("generated"), std::string::npos) << asked.log;
}

TEST_F(CompileTest, WhatTheDeviceLacksIsNamed) {
  const struct Case {
    const char *source, *words;
  } cases[] = {
      {"kernel void k(global uint *p) { *p = amd_bitalign(p[1], p[2], p[3]); }",
       "input.cl:1:38: error: this device has no cl_amd_media_ops, which 'amd_bitalign' belongs to"},
      {"#define BITS amd_bfe\nkernel void k(global uint *p) { *p = BITS(p[1], p[2], p[3]); }",
       "error: this device has no cl_amd_media_ops2, which 'amd_bfe' belongs to"},
      {"uint amd_unpack0(uint); kernel void k(global uint *p) { *p = amd_unpack0(*p); }",
       "error: this device has no cl_amd_media_ops, which 'amd_unpack0' belongs to, called by kernel 'k'"},
      {"float2 __attribute__((overloadable)) intel_sub_group_media_block_read_ui(int);\n"
       "kernel void k(global float2 *p) { *p = intel_sub_group_media_block_read_ui(3); }",
       "error: this device has no cl_intel_media_block_io, which 'intel_sub_group_media_block_read_ui' belongs to"},
      {"kernel void k(global int *p) { *p = intel_sub_group_i8_i8_matrix_mad_k32(1, (int8)1, 1); }",
       "this device has no cl_intel_subgroup_matrix_multiply_accumulate"},
      {"kernel void k(read_only image2d_msaa_t image) {}", "this device has no cl_khr_gl_msaa_sharing"},
      {"kernel void k(counter32_t c) {}", "this device has no cl_ext_atomic_counters_32"},
      {"kernel void k(global int *p) { *p = __builtin_amdgcn_workitem_id_x(); }",
       "this device has no functions of AMD's GPUs"},
      {"kernel void k(global int *p) { asm(\"nop\"); }", "this device has no inline assembly"},
  };
  for (const Case &c : cases) {
    Result result = compile_source(c.source);
    EXPECT_EQ(result.status, Status::failed) << c.source;
    EXPECT_NE(result.log.find(c.words), std::string::npos) << result.log;
    EXPECT_EQ(result.log.find("ndefined"), std::string::npos) << result.log;
  }
  // A program's own function of such a name is its own.
  Result own = compile_source("uint amd_bfe(uint a) { return a; } kernel void k(global uint *p) { *p = amd_bfe(1); }");
  EXPECT_EQ(own.status, Status::ok) << own.log;
}

TEST_F(CompileTest, EventsStandWhereOpenClLetsThem) {
  Result result = compile_source("struct S { event_t e; int x; };\n"
                                 "kernel void k(global float *a, local float *t) {\n"
                                 "  event_t ev[2] = {0, 0}; struct S s; event_t zero = 0;\n"
                                 "  ev[0] = async_work_group_copy(t, a, 16, 0);\n"
                                 "  ev[1] = async_work_group_copy(t + 16, a + 16, 16, (event_t)0);\n"
                                 "  s.e = async_work_group_strided_copy(t + 32, a + 32, 16, 2, zero);\n"
                                 "  wait_group_events(2, ev); wait_group_events(1, &s.e);\n"
                                 "  event_t out = async_work_group_copy(a, t, 48, 0); wait_group_events(1, &out);\n"
                                 "}\n");
  EXPECT_EQ(result.status, Status::ok) << result.log;
}

TEST_F(CompileTest, EmbeddedHeadersGoFirstAndNest) {
  write("a.h", "#error the file, not the embedded header\n");
  Request request{"#include \"a.h\"\n#include <deep/b.h>\nkernel void k(global int *p) { *p = A + B; }\n",
                  "-I " + directory_.string(),
                  {{"a.h", "#define A 1\n"}, {"deep/b.h", "#include \"../c.h\"\n"}, {"c.h", "#define B 2\n"}}};
  Result result = compile(request);
  EXPECT_EQ(result.status, Status::ok) << result.log;
  request.headers[0].second = "#define A syntax error(\n";
  EXPECT_EQ(compile(request).status, Status::failed);
}

TEST_F(CompileTest, IncludedFilesArePartOfTheKey) {
  fs::create_directories(directory_ / "first");
  write("value.h", "#define VALUE 1\n");
  std::string options = "-I " + (directory_ / "first").string() + " -I " + directory_.string();
  std::string source = "#include \"value.h\"\nkernel void k(global int *p) { *p = VALUE; }\n";
  EXPECT_FALSE(compile_source(source, options).from_cache);
  EXPECT_TRUE(compile_source(source, options).from_cache);
  write("value.h", "#define VALUE 2\n");
  EXPECT_FALSE(compile_source(source, options).from_cache);
  EXPECT_TRUE(compile_source(source, options).from_cache);
  write("first/value.h", "#define VALUE 3\n");  // found before the other from now on
  EXPECT_FALSE(compile_source(source, options).from_cache);
}

TEST_F(CompileTest, RelativePathsStartFromTheCurrentDirectory) {
  fs::path before = fs::current_path();
  fs::create_directories(directory_ / "sub");
  write("here.h", "#define A 1\n");
  write("sub/there.h", "#define B 2\n");
  fs::current_path(directory_);
  Result result = compile_source(
      "#include \"here.h\"\n#include \"there.h\"\nkernel void k(global int *p) { *p = A + B; }", "-I sub");
  fs::current_path(before);
  EXPECT_EQ(result.status, Status::ok) << result.log;
}

TEST_F(CompileTest, DamagedBinariesAreRefused) {
  Result result = compile_source(kGoodSource);
  ASSERT_EQ(result.status, Status::ok) << result.log;
  std::vector<std::byte> good(result.binary->bytes().begin(), result.binary->bytes().end());
  EXPECT_NO_THROW(LoadedModule::load(*wrap(good)));
  for (size_t i = 0; i < good.size(); i += 13) {
    auto bad = good;
    bad[i] ^= std::byte{1};
    EXPECT_THROW(LoadedModule::load(*wrap(bad)), std::runtime_error) << i;
    bad.resize(i);
    EXPECT_THROW(LoadedModule::load(*wrap(bad)), std::runtime_error) << i;
  }
  EXPECT_THROW(LoadedModule::load(*wrap({})), std::runtime_error);
}

// As a power cut leaves it: never a crash or a wrong program, and the entry is made anew.
TEST_F(CompileTest, AnEntryCutShortAnywhereIsAMiss) {
  ASSERT_EQ(compile_source(kGoodSource).status, Status::ok);
  fs::path file;
  for (const auto &item : fs::directory_iterator(directory_ / "cache"))
    if (item.path().extension() == ".wherry") file = item.path();
  std::ifstream in(file, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  ASSERT_GT(good.size(), 1000u);
  for (size_t i = 0; i < good.size(); ++i) {
    std::ofstream(file, std::ios::binary) << good.substr(0, i);
    ASSERT_FALSE(Cache::from_environment().find(file.stem(), fs::current_path())) << i;
  }
  std::ofstream(file, std::ios::binary) << good.substr(0, good.size() - 1);
  EXPECT_FALSE(compile_source(kGoodSource).from_cache);
  EXPECT_TRUE(compile_source(kGoodSource).from_cache);
}

TEST_F(CompileTest, ModulesAreNeverShared) {
  Result result = compile_source(kGoodSource);
  ASSERT_EQ(result.status, Status::ok) << result.log;
  for (int round = 0; round < 50; ++round) {  // descriptors' numbers, and so names, come round again
    auto a = LoadedModule::load(*result.binary), b = LoadedModule::load(*result.binary);
    ASSERT_NE(&a->module(), &b->module());
    Result other = compile_source("kernel void other" + std::to_string(round % 3) + "(global int *p) { *p = 1; }");
    ASSERT_EQ(other.status, Status::ok) << other.log;
    a.reset();
    auto c = LoadedModule::load(*other.binary);
    ASSERT_EQ(c->module().kernels[0].name, "other" + std::to_string(round % 3));
  }
}

TEST_F(CompileTest, ManyAtOnce) {
  setenv("WHERRY_CACHE", "0", 1);
  std::vector<std::thread> threads;
  std::vector<Result> results(12);
  for (size_t i = 0; i < results.size(); ++i)
    threads.emplace_back([&results, i] {
      results[i] = compile_source(i % 3 ? kGoodSource : "not OpenCL C number " + std::to_string(i));
    });
  for (auto &thread : threads) thread.join();
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].status, i % 3 ? Status::ok : Status::failed) << results[i].log;
    if (i % 3 == 0) EXPECT_NE(results[i].log.find("number " + std::to_string(i)), std::string::npos);
  }
}

TEST_F(CompileTest, WorksAfterFork) {
  setenv("WHERRY_CACHE", "0", 1);
  ASSERT_EQ(compile_source(kGoodSource).status, Status::ok);
  pid_t child = fork();
  if (child == 0) _exit(compile_source(kGoodSource).status == Status::ok ? 0 : 1);
  int status;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(compile_source(kGoodSource).status, Status::ok);
}

std::vector<pid_t> children_of(pid_t parent) {
  std::ifstream file("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) + "/children");
  std::vector<pid_t> found;
  for (pid_t child; file >> child;) found.push_back(child);
  return found;
}

// Runs `test` in a child process that also becomes the server's parent; returns what `test` returns.
template <class Test> int beside_a_server(Test test) {
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    _exit(test());
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(CompileTest, OneWorkerBuildsProgramAfterProgram) {
  setenv("WHERRY_CACHE", "0", 1);
  EXPECT_EQ(0, beside_a_server([] {
              std::vector<pid_t> workers;
              const std::string wrong = "not OpenCL C";
              for (const std::string &source :
                   {kGoodSource, wrong, "#ifdef GOOD\n#error of another program\n#endif\n" + kGoodSource}) {
                const Result result = compile_source(source, source == kGoodSource ? "-D GOOD" : "");
                if ((result.status == Status::ok) != (source != wrong)) return 1;
                const auto servers = children_of(getpid());
                if (servers.size() != 1) return 2;
                const auto now = children_of(servers[0]);
                if (now.size() != 1 || (!workers.empty() && now != workers)) return 3;
                workers = now;
              }
              return 0;
            }));
}

TEST_F(CompileTest, AnIdleWorkerThatDiesIsReplaced) {
  setenv("WHERRY_CACHE", "0", 1);
  EXPECT_EQ(0, beside_a_server([] {
              for (int i = 0; i < 3; ++i) {
                if (compile_source(kGoodSource).status != Status::ok) return 1;
                const pid_t server = children_of(getpid()).at(0);
                const auto workers = children_of(server);
                if (workers.size() != 1 || kill(workers[0], SIGKILL) != 0) return 2;
                while (children_of(server) == workers) std::this_thread::yield();
              }
              return compile_source(kGoodSource).status == Status::ok ? 0 : 3;
            }));
}

// Builds three times; 0: no worker is there behind all three. Behind some there may be none: one has ended, and the
// next one has not begun.
int CompileTest::by_several_workers() {
  constexpr int kBuilds = 3;
  std::map<pid_t, int> seen;
  for (int i = 0; i < kBuilds; ++i) {
    // Beside many other programs the limit's time on the wall may be up before: then a worker has ended, too.
    const Result result = compile_source(kGoodSource);
    if (result.status != Status::ok && result.log.find("took longer") == std::string::npos) return 1;
    for (pid_t worker : children_of(children_of(getpid()).at(0))) ++seen[worker];
  }
  return std::ranges::any_of(seen, [](const auto &worker) { return worker.second == kBuilds; }) ? 2 : 0;
}

// WHERRY_COMPILE_TIMEOUT is for each build; a worker that has used much of it ends.
TEST_F(CompileTest, AWorkerEndsBeforeItsTimeIsUp) {
  setenv("WHERRY_CACHE", "0", 1);
  setenv("WHERRY_COMPILE_TIMEOUT", "1", 1);
  EXPECT_EQ(0, beside_a_server(by_several_workers));
  unsetenv("WHERRY_COMPILE_TIMEOUT");
}

// The user's limit on a process's CPU time is for each build, too.
TEST_F(CompileTest, AWorkerEndsBeforeTheUsersLimit) {
  setenv("WHERRY_CACHE", "0", 1);
  EXPECT_EQ(0, beside_a_server([] {
              const rlimit second{1, 1};
              return setrlimit(RLIMIT_CPU, &second) == 0 ? by_several_workers() : 3;
            }));
}

TEST_F(CompileTest, WorkersForBuildsAtOnceEndButOne) {
  setenv("WHERRY_CACHE", "0", 1);
  EXPECT_EQ(0, beside_a_server([] {
              std::atomic<int> good = 0;
              std::vector<std::thread> threads;
              for (int i = 0; i < 6; ++i)
                threads.emplace_back([&] { good += compile_source(kGoodSource).status == Status::ok; });
              for (auto &thread : threads) thread.join();
              if (good != 6) return 1;
              const pid_t server = children_of(getpid()).at(0);
              if (!test::eventually([&] { return children_of(server).size() == 1; })) return 2;
              return compile_source(kGoodSource).status == Status::ok ? 0 : 3;
            }));
}

TEST_F(CompileTest, AKilledServerIsReplaced) {
  setenv("WHERRY_CACHE", "0", 1);
  EXPECT_EQ(0, beside_a_server([] {
              if (compile_source(kGoodSource).status != Status::ok) return 1;
              const pid_t server = children_of(getpid()).at(0);
              if (kill(server, SIGKILL) != 0 || waitpid(server, nullptr, 0) != server) return 2;
              return compile_source(kGoodSource).status == Status::ok ? 0 : 3;
            }));
}

// A forked child has copies of its parent's descriptors, and may live on.
TEST_F(CompileTest, AServerEndsWithItsProgramBesideAForkedChild) {
  setenv("WHERRY_CACHE", "0", 1);
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // the server, and the child, become this process's children
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t program = fork();
  if (program == 0) {
    if (compile_source(kGoodSource).status != Status::ok) _exit(1);
    const pid_t child = fork();
    if (child == 0) {
      close(pipe_ends[1]);
      pause();
      _exit(0);
    }
    (void)!::write(pipe_ends[1], &child, sizeof child);
    _exit(0);
  }
  int status;
  ASSERT_EQ(waitpid(program, &status, 0), program);
  ASSERT_EQ(status, 0);
  pid_t child = 0;
  ASSERT_EQ(read(pipe_ends[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  pid_t server = 0;
  test::eventually([&] { return (server = waitpid(-1, nullptr, WNOHANG)) != 0; });
  EXPECT_GT(server, 0);
  EXPECT_NE(server, child);
  EXPECT_EQ(kill(child, SIGKILL), 0);
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
  if (server == 0) waitpid(-1, nullptr, 0);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

// The server's answer has no other reader, and its death is seen at once, whatever was forked meanwhile.
TEST_F(CompileTest, AForkedChildHasNoSocketOfItsParents) {
  setenv("WHERRY_CACHE", "0", 1);
  const auto sockets = [] {
    int count = 0;
    for (const auto &entry : fs::directory_iterator("/proc/self/fd")) {
      std::error_code error;
      count += fs::read_symlink(entry.path(), error).string().starts_with("socket:");
    }
    return count;
  };
  ASSERT_EQ(compile_source(kGoodSource).status, Status::ok);
  const int before = sockets();
  std::atomic<bool> stop = false;
  std::thread builder([&] {
    while (!stop) EXPECT_EQ(compile_source(kGoodSource).status, Status::ok);
  });
  int most = 0;
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(sockets());
    int status = 0;
    waitpid(child, &status, 0);
    most = std::max(most, WEXITSTATUS(status));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  stop = true;
  builder.join();
  EXPECT_EQ(most, before - 1);  // all but the control socket
}

TEST_F(CompileTest, WithoutACompilerItIsUnavailable) {
  setenv("WHERRY_CACHE", "0", 1);
  std::string real = std::getenv("WHERRY_COMPILER");
  for (const char *path : {"/nonexistent/wherryc", "/bin/true", "/dev/null"}) {
    setenv("WHERRY_COMPILER", path, 1);
    Result result = compile_source(kGoodSource);
    EXPECT_EQ(result.status, Status::unavailable) << path;
    EXPECT_NE(result.log.find("error"), std::string::npos) << path;
  }
  setenv("WHERRY_COMPILER", real.c_str(), 1);
  EXPECT_EQ(compile_source(kGoodSource).status, Status::ok);
}

TEST_F(CompileTest, UnwritableCache) {
  setenv("WHERRY_CACHE_DIR", "/proc/nowhere", 1);
  Result result = compile_source(kGoodSource);
  EXPECT_EQ(result.status, Status::ok) << result.log;
}

}  // namespace
}  // namespace wherry::build
