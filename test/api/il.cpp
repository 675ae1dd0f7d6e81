// SPDX-License-Identifier: Apache-2.0
// Programs of intermediate language: SPIR-V.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/cl.h"
#include "common/spirv.h"
#include "wherry/cl_newer.h"

namespace wherry::test {
namespace {

constexpr char kSource[] = "kernel void k(global int *a) { a[get_global_id(0)] = 3 * (int)get_global_id(0); }";

Program create(const std::string &module, cl_int expected = CL_SUCCESS) {
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithIL(context(), module.data(), module.size(), &error));
  EXPECT_EQ(error, expected);
  return program;
}

std::vector<int> results(cl_program program, size_t count = 8) {
  Kernel k = kernel(program, "k");
  Buffer buffer = make_buffer(std::vector<int>(count, -1));
  const cl_mem handle = buffer;
  ok(clSetKernelArg(k, 0, sizeof handle, &handle));
  run(k, {count}, {});
  return read<int>(buffer, count);
}

TEST(IntermediateLanguage, only_spirv_is_accepted) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithIL(context(), nullptr, 20, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const std::string module = spirv_of(kSource, "");
  EXPECT_EQ(clCreateProgramWithIL(nullptr, module.data(), module.size(), &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  create("", CL_INVALID_VALUE);
  create(kSource, CL_INVALID_VALUE);
  create(module.substr(0, 16), CL_INVALID_VALUE);
  create(module + "x", CL_INVALID_VALUE);
  std::string newer = module;
  newer[5] = 7;  // "1.7", which is not
  newer[6] = 1;
  create(newer, CL_INVALID_VALUE);
}

TEST(IntermediateLanguage, what_queries_say) {
  const std::string module = spirv_of(kSource, "");
  Program program = create(module);
  const auto il = info_list<char>(clGetProgramInfo, program.get(), CL_PROGRAM_IL);
  EXPECT_EQ(std::string(il.begin(), il.end()), module);
  EXPECT_EQ(info_list<char>(clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE).size(), 1u);
  Program source = build(kSource);
  if (!std::getenv("WHERRY_TEST_SPIRV")) {
    EXPECT_TRUE(info_list<char>(clGetProgramInfo, source.get(), CL_PROGRAM_IL).empty());
  }
  const auto versions = info_list<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_ILS_WITH_VERSION);
  const auto text = info_list<char>(clGetDeviceInfo, device(), CL_DEVICE_IL_VERSION);
  ASSERT_EQ(versions.size(), 7u);
  for (auto &version : versions) {
    const std::string one = std::string(version.name) + "_" + std::to_string(CL_VERSION_MAJOR(version.version)) + "." +
                            std::to_string(CL_VERSION_MINOR(version.version));
    EXPECT_NE(std::string(text.data()).find(one), std::string::npos) << one;
  }
}

TEST(IntermediateLanguage, what_modules_may_ask_for) {
  auto has = [](const auto &list, const char *name) {
    return std::ranges::any_of(list, [&](const char *each) { return std::string(each) == name; });
  };
  const auto sets = info_list<const char *>(clGetDeviceInfo, device(), CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR);
  EXPECT_TRUE(has(sets, "OpenCL.std"));
  const auto extensions = info_list<const char *>(clGetDeviceInfo, device(), CL_DEVICE_SPIRV_EXTENSIONS_KHR);
  EXPECT_TRUE(has(extensions, "SPV_KHR_expect_assume"));
  const auto capabilities = info_list<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_SPIRV_CAPABILITIES_KHR);
  auto builds = [](cl_uint capability) {
    Program program =
        create(assembled("OpCapability Kernel\nOpCapability Addresses\nOpCapability " +
                         std::string(capability == 0 ? "Matrix" : "Float64") + "\nOpMemoryModel Physical64 OpenCL\n"));
    return clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  };
  const cl_uint matrix = 0, doubles = 10;
  EXPECT_NE(std::ranges::find(capabilities, doubles), capabilities.end());
  EXPECT_EQ(std::ranges::find(capabilities, matrix), capabilities.end());
  // What the environment specification asks for with extensions of the device.
  const std::pair<const char *, std::vector<cl_uint>> needed[] = {
      {"SPV_INTEL_subgroups", {5568, 5569, 5570}},   {"SPV_INTEL_subgroup_buffer_prefetch", {6220}},
      {"SPV_INTEL_bfloat16_conversion", {6115}},     {"SPV_KHR_shader_clock", {5055}},
      {"SPV_EXT_shader_atomic_float16_add", {6095}}, {"SPV_EXT_shader_atomic_float_min_max", {5616}}};
  for (const auto &[extension, of] : needed) {
    EXPECT_TRUE(has(extensions, extension)) << extension;
    for (cl_uint each : of) EXPECT_NE(std::ranges::find(capabilities, each), capabilities.end()) << each;
  }
  EXPECT_EQ(builds(doubles), CL_SUCCESS);
  EXPECT_EQ(builds(matrix), CL_BUILD_PROGRAM_FAILURE);
}

TEST(IntermediateLanguage, runs_in_either_byte_order) {
  const std::vector<int> expected{0, 3, 6, 9, 12, 15, 18, 21};
  std::string module = spirv_of(kSource, "");
  Program program = create(module);
  ok(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(results(program), expected);
  Program copy = build_from_binary(program);
  EXPECT_EQ(results(copy), expected);
  for (size_t at = 0; at < module.size(); at += 4) std::reverse(&module[at], &module[at] + 4);
  Program swapped = create(module);
  ok(clBuildProgram(swapped, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(results(swapped), expected);
}

TEST(IntermediateLanguage, the_log_names_the_instruction) {
  std::string module = spirv_of(kSource, "");
  module.resize(module.size() - 4);  // no OpFunctionEnd
  Program program = create(module);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(build_log(program).find("OpFunction at word "), std::string::npos) << build_log(program);
}

Program compiled_and_linked(cl_program library, cl_program user) {
  const cl_program parts[] = {library, user};
  for (cl_program part : parts) ok(clCompileProgram(part, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  cl_int error = CL_SUCCESS;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &error));
  ok(error);
  return linked;
}

TEST(IntermediateLanguage, objects_link_with_those_from_source) {
  Program library = create(spirv_of("int thrice(int x) { return 3 * x; }", ""));
  const char *text =
      "int thrice(int x); kernel void k(global int *a) { a[get_global_id(0)] = thrice(get_global_id(0)); }";
  cl_int error = CL_SUCCESS;
  Program user(clCreateProgramWithSource(context(), 1, &text, nullptr, &error));
  ok(error);
  Program linked = compiled_and_linked(library, user);
  EXPECT_EQ(results(linked), (std::vector<int>{0, 3, 6, 9, 12, 15, 18, 21}));
}

// 'fused' computes a * a + b and is exported; a kernel of its own module, which may contract, calls it, too.
constexpr char kContracting[] = R"(
  OpCapability Addresses
  OpCapability Kernel
  OpCapability Linkage
  OpMemoryModel Physical64 OpenCL
  OpEntryPoint Kernel %other "other"
  OpDecorate %fused LinkageAttributes "fused" Export
  %void = OpTypeVoid
  %float = OpTypeFloat 32
  %pointer = OpTypePointer CrossWorkgroup %float
  %function = OpTypeFunction %float %float %float
  %type = OpTypeFunction %void %pointer
  %fused = OpFunction %float None %function
  %a = OpFunctionParameter %float
  %b = OpFunctionParameter %float
  %in = OpLabel
  %square = OpFMul %float %a %a
  %sum = OpFAdd %float %square %b
  OpReturnValue %sum
  OpFunctionEnd
  %other = OpFunction %void None %type
  %p = OpFunctionParameter %pointer
  %entry = OpLabel
  %x = OpLoad %float %p Aligned 4
  %y = OpFunctionCall %float %fused %x %x
  OpStore %p %y Aligned 4
  OpReturn
  OpFunctionEnd
)";

constexpr char kExact[] = R"(
  OpCapability Addresses
  OpCapability Kernel
  OpCapability Linkage
  OpMemoryModel Physical64 OpenCL
  OpEntryPoint Kernel %k "k"
  OpExecutionMode %k ContractionOff
  OpDecorate %fused LinkageAttributes "fused" Import
  %void = OpTypeVoid
  %float = OpTypeFloat 32
  %pointer = OpTypePointer CrossWorkgroup %float
  %function = OpTypeFunction %float %float %float
  %type = OpTypeFunction %void %pointer %float
  %fused = OpFunction %float None %function
  %a = OpFunctionParameter %float
  %b = OpFunctionParameter %float
  OpFunctionEnd
  %k = OpFunction %void None %type
  %p = OpFunctionParameter %pointer
  %c = OpFunctionParameter %float
  %entry = OpLabel
  %x = OpLoad %float %p Aligned 4
  %y = OpFunctionCall %float %fused %x %c
  OpStore %p %y Aligned 4
  OpReturn
  OpFunctionEnd
)";

TEST(IntermediateLanguage, a_kernel_without_contraction_calls_another_module) {
  Program library = create(assembled(kContracting, "1.0")), user = create(assembled(kExact, "1.0"));
  Program linked = compiled_and_linked(library, user);
  Kernel k = kernel(linked, "k");
  const float root = 1.0f + 0x1p-12f, square = 1.0f + 0x1p-11f;  // root * root is square + 2^-24, halfway to the next
  Buffer buffer = make_buffer(std::vector<float>{root});
  const cl_mem handle = buffer;
  const float less = -square;
  ok(clSetKernelArg(k, 0, sizeof handle, &handle));
  ok(clSetKernelArg(k, 1, sizeof less, &less));
  run(k, {1}, {});
  EXPECT_EQ(read<float>(buffer, 1)[0], 0.0f);
}

// Constants 7 (int), 8 (bool) and 9 (long), of which an int is made: 100 * bool + int + long.
constexpr char kConstants[] = R"(
  OpCapability Addresses
  OpCapability Kernel
  OpCapability Int64
  OpMemoryModel Physical64 OpenCL
  OpEntryPoint Kernel %k "k"
  OpDecorate %i SpecId 7
  OpDecorate %b SpecId 8
  OpDecorate %l SpecId 9
  %void = OpTypeVoid
  %int = OpTypeInt 32 0
  %long = OpTypeInt 64 0
  %bool = OpTypeBool
  %pointer = OpTypePointer CrossWorkgroup %int
  %type = OpTypeFunction %void %pointer
  %i = OpSpecConstant %int 5
  %b = OpSpecConstantFalse %bool
  %l = OpSpecConstant %long 20
  %zero = OpConstant %int 0
  %hundred = OpConstant %int 100
  %h = OpSpecConstantOp %int Select %b %hundred %zero
  %short = OpSpecConstantOp %int UConvert %l
  %both = OpSpecConstantOp %int IAdd %i %short
  %k = OpFunction %void None %type
  %a = OpFunctionParameter %pointer
  %entry = OpLabel
  %sum = OpIAdd %int %both %h
  OpStore %a %sum Aligned 4
  OpReturn
  OpFunctionEnd
)";

TEST(IntermediateLanguage, constants_are_set_before_a_build) {
  Program program = create(assembled(kConstants));
  auto value = [&] {
    ok(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    return results(program, 1)[0];
  };
  EXPECT_EQ(value(), 25);
  const cl_int seven = 7;
  const cl_long many = 1000;
  const cl_uchar yes = 1;
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 6, sizeof seven, &seven), CL_INVALID_SPEC_ID);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 7, sizeof many, &many), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 7, sizeof seven, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(nullptr, 7, sizeof seven, &seven), CL_INVALID_PROGRAM);
  Program source = build(kSource);
  if (!std::getenv("WHERRY_TEST_SPIRV")) {
    EXPECT_EQ(clSetProgramSpecializationConstant(source, 7, sizeof seven, &seven), CL_INVALID_PROGRAM);
  }
  EXPECT_EQ(value(), 25);
  ok(clSetProgramSpecializationConstant(program, 7, sizeof seven, &seven));
  ok(clSetProgramSpecializationConstant(program, 8, sizeof yes, &yes));
  EXPECT_EQ(value(), 127);
  ok(clSetProgramSpecializationConstant(program, 9, sizeof many, &many));
  EXPECT_EQ(value(), 1107);
}

// For 8 work-items in one sub-group, l the work-item's id: RESULT makes %r, which is stored with scopes of aliasing.
constexpr char kExtensions[] = R"(
  OpCapability Addresses
  OpCapability Kernel
  OpCapability Int64
  OpCapability Groups
  OpCapability GroupUniformArithmeticKHR
  OpCapability SubgroupShuffleINTEL
  OpCapability MemoryAccessAliasingINTEL
  OpExtension "SPV_KHR_uniform_group_instructions"
  OpExtension "SPV_INTEL_subgroups"
  OpExtension "SPV_INTEL_memory_access_aliasing"
  OpMemoryModel Physical64 OpenCL
  OpEntryPoint Kernel %k "k" %local
  OpExecutionMode %k LocalSize 8 1 1
  OpExecutionMode %k SubgroupSize 8
  OpDecorate %local BuiltIn LocalInvocationId
  %void = OpTypeVoid
  %int = OpTypeInt 32 0
  %long = OpTypeInt 64 0
  %bool = OpTypeBool
  %float = OpTypeFloat 32
  %ids = OpTypeVector %long 3
  %input = OpTypePointer Input %ids
  %pointer = OpTypePointer CrossWorkgroup %int
  %type = OpTypeFunction %void %pointer
  %work_group = OpConstant %int 2
  %sub_group = OpConstant %int 3
  %zero = OpConstant %int 0
  %one = OpConstant %int 1
  %three = OpConstant %int 3
  %hundred = OpConstant %int 100
  %domain = OpAliasDomainDeclINTEL
  %scope = OpAliasScopeDeclINTEL %domain
  %scopes = OpAliasScopeListDeclINTEL %scope
  %local = OpVariable %input Input
  %k = OpFunction %void None %type
  %a = OpFunctionParameter %pointer
  %entry = OpLabel
  %all = OpLoad %ids %local
  %l64 = OpCompositeExtract %long %all 0
  %l = OpUConvert %int %l64
  %next = OpIAdd %int %l %one
  %behind = OpIAdd %int %l %hundred
  %at = OpInBoundsPtrAccessChain %pointer %a %l64
  RESULT
  OpStore %at %r Aligned|AliasScopeINTELMask|NoAliasINTELMask 4 %scopes %scopes
  OpCopyMemorySized %at %at %four Aligned|AliasScopeINTELMask 4 %scopes Aligned 4
  OpReturn
  OpFunctionEnd
)";

TEST(IntermediateLanguage, extensions) {
  auto of = [](const std::string &result) {
    std::string text = kExtensions;
    text.replace(text.find("RESULT"), 6, result);
    text.insert(text.find("%local = OpVariable"), "%four = OpConstant %long 4\n");
    Program program = create(assembled(text));
    ok(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    return results(program, 8);
  };
  using Ints = std::vector<int>;
  EXPECT_EQ(of("%r = OpGroupIMulKHR %int %work_group InclusiveScan %next"), (Ints{1, 2, 6, 24, 120, 720, 5040, 40320}));
  EXPECT_EQ(of("%r = OpGroupIMulKHR %int %sub_group ExclusiveScan %next"), (Ints{1, 1, 2, 6, 24, 120, 720, 5040}));
  EXPECT_EQ(of("%f = OpConvertUToF %float %next\n%p = OpGroupFMulKHR %float %work_group Reduce %f\n"
               "%r = OpConvertFToU %int %p"),
            Ints(8, 40320));
  EXPECT_EQ(of("%r = OpGroupBitwiseOrKHR %int %work_group InclusiveScan %l"), (Ints{0, 1, 3, 3, 7, 7, 7, 7}));
  EXPECT_EQ(of("%r = OpGroupBitwiseAndKHR %int %sub_group Reduce %behind"), Ints(8, 96));
  EXPECT_EQ(of("%r = OpGroupBitwiseXorKHR %int %work_group ExclusiveScan %l"), (Ints{0, 0, 1, 3, 0, 4, 1, 7}));
  for (const char *scope : {"%work_group", "%sub_group"}) {
    auto logical = [&](const char *op, const char *form) {
      return of("%odd = OpUGreaterThan %bool %l %three\n%b = " + std::string(op) + " %bool " + scope + " " + form +
                " %odd\n%r = OpSelect %int %b %one %zero");
    };
    EXPECT_EQ(logical("OpGroupLogicalAndKHR", "Reduce"), Ints(8, 0));
    EXPECT_EQ(logical("OpGroupLogicalAndKHR", "ExclusiveScan"), (Ints{1, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(logical("OpGroupLogicalOrKHR", "InclusiveScan"), (Ints{0, 0, 0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(logical("OpGroupLogicalXorKHR", "InclusiveScan"), (Ints{0, 0, 0, 0, 1, 0, 1, 0}));
  }
  EXPECT_EQ(of("%r = OpSubgroupShuffleINTEL %int %behind %three"), Ints(8, 103));
  EXPECT_EQ(of("%r = OpSubgroupShuffleXorINTEL %int %behind %one"), (Ints{101, 100, 103, 102, 105, 104, 107, 106}));
  EXPECT_EQ(of("%r = OpSubgroupShuffleDownINTEL %int %l %behind %three"), (Ints{3, 4, 5, 6, 7, 100, 101, 102}));
  EXPECT_EQ(of("%r = OpSubgroupShuffleUpINTEL %int %l %behind %three"), (Ints{5, 6, 7, 100, 101, 102, 103, 104}));
}

}  // namespace
}  // namespace wherry::test
