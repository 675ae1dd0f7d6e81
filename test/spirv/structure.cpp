// SPDX-License-Identifier: Apache-2.0
// Composites, constants, memory, pointers, control flow, functions.
#include <gtest/gtest.h>

#include "spirv/instructions.h"

namespace wherry::test {
namespace {

TEST(SpirvInstructions, composites) {
  expect_same({
      {"OpCompositeConstruct", "int int > int2", "($r)(a, b)"},
      {"OpCompositeConstruct", "int2 int int > int4", "($r)(a, b, c)"},
      {"OpCompositeExtract", "float4 > float", "a.z", "%r = OpCompositeExtract %float %a 2"},
      {"OpCompositeExtract", "int int > int", "b",
       "%inner = OpCompositeConstruct %array %b %a\n%s = OpCompositeConstruct %outer %a %inner %b\n%t = "
       "OpCompositeExtract %array %s 1\n%r = OpCompositeExtract "
       "%int %t 0",
       "%array = OpTypeArray %int %int_2\n%outer = OpTypeStruct %int %array %int"},
      {"OpCompositeInsert", "int4 int > int4", "(a.z = b, a)", "%r = OpCompositeInsert %int4 %b %a 2"},
      {"OpVectorExtractDynamic", "float4 uint~ > float", "a[b % 4]",
       "%at = OpUMod %int %b %int_4\n%r = OpVectorExtractDynamic %float %a %at"},
      {"OpVectorExtractDynamic", "short16 > short", "a[i % 16]",
       "%at = OpUMod %long %i %long_16\n%r = OpVectorExtractDynamic %short %a %at"},
      {"OpVectorInsertDynamic", "int4 int uint~ > int4", "(a[c % 4] = b, a)",
       "%at = OpUMod %int %c %int_4\n%r = OpVectorInsertDynamic %int4 %a %b %at"},
      {"OpVectorShuffle", "int4 int2 > int3", "($r)(b.y, a.w, a.x)", "%r = OpVectorShuffle %int3 %a %b 5 3 0"},
      {"OpVectorShuffle", "float3 float3 > float8", "($r)(b, a, a.xx)",
       "%r = OpVectorShuffle %float8 %a %b 3 4 5 0 1 2 0 0"},
      {"OpVectorShuffle of nothing", "int4 > int4", "a * ($r)(1, 0, 1, 0)",
       "%s = OpVectorShuffle %int4 %a %a 0 0xFFFFFFFF 2 0xFFFFFFFF\n%z = OpCompositeInsert %int4 %int_0 %s 1\n%r = "
       "OpCompositeInsert %int4 %int_0 %z 3"},
      {"OpCopyObject", "float8 > float8", "a"},
      {"OpCopyLogical", "int int > int", "b",
       "%s = OpCompositeConstruct %one %a %b\n%t = OpCopyLogical %other %s\n%r = OpCompositeExtract %int %t 1",
       "%one = OpTypeStruct %int %int\n%other = OpTypeStruct %int %int", "", 4},
      {"OpUndef", "int > int", "a",
       "%u = OpUndef %int4\n%s = OpCompositeInsert %int4 %a %u 1\n%r = OpCompositeExtract %int %s 1"},
  });
}

TEST(SpirvInstructions, constants) {
  expect_same({
      {"OpConstantComposite", "int > int4", "a + ($r)(1, 2, 3, 4)",
       "%v = OpCompositeConstruct %int4 %a %a %a %a\n%r = OpIAdd %int4 %v %constant",
       "%constant = OpConstantComposite %int4 %int_1 %int_2 %int_3 %int_4"},
      {"OpConstant", "double > double | float > float | half > half", "a + ($a)0.15625", "%r = OpFAdd %$a %a %constant",
       "%constant = OpConstant %$a 0.15625"},
      {"OpConstant", "long > long", "a ^ 0x123456789abcdefL", "%r = OpBitwiseXor %long %a %constant",
       "%constant = OpConstant %long 0x123456789abcdef"},
      {"OpConstant", "char > char | short > short", "a ^ ($a)-3", "%r = OpBitwiseXor %$a %a %constant",
       "%signed = OpConstant %$a 253\n%three = OpConstant %$a 3\n%constant = OpSpecConstantOp %$a SNegate %three"},
      {"OpConstantNull", "int > int", "a", "%z = OpCompositeExtract %int %constant 1 1\n%r = OpIAdd %int %a %z",
       "%array = OpTypeArray %int %int_3\n%struct = OpTypeStruct %int %array\n%constant = OpConstantNull %struct"},
      {"OpConstantTrue", "int > int", "a", "%r = OpSelect %int %true %a %int_3"},
      {"OpConstantFalse", "int > int", "a", "%r = OpSelect %int %false %int_3 %a"},
      {"OpSpecConstant", "int > int", "a * 9", "%r = OpIMul %int %a %nine",
       "OpDecorate %nine SpecId 40\n%nine = OpSpecConstant %int 9"},
      {"OpSpecConstantTrue", "int > int", "a", "%r = OpSelect %int %yes %a %int_3",
       "OpDecorate %yes SpecId 41\n%yes = OpSpecConstantTrue %bool"},
      {"OpSpecConstantFalse", "int > int", "3", "%r = OpSelect %int %no %a %int_3",
       "OpDecorate %no SpecId 42\n%no = OpSpecConstantFalse %bool"},
      {"OpSpecConstantComposite", "int2 > int2", "a + ($r)(9, 4)", "%r = OpIAdd %int2 %a %both",
       "OpDecorate %nine SpecId 43\n%nine = OpSpecConstant %int 9\n%both = OpSpecConstantComposite %int2 %nine %int_4"},
      {"OpSpecConstantOp", "int > int", "a + (9 * 9 - 4)", "%r = OpIAdd %int %a %less",
       "OpDecorate %nine SpecId 44\n%nine = OpSpecConstant %int 9\n%square = OpSpecConstantOp %int IMul %nine "
       "%nine\n%less = OpSpecConstantOp %int ISub %square %int_4"},
      {"OpSpecConstantOp of a vector", "int > int", "a + 4", "%r = OpIAdd %int %a %part",
       "%both = OpConstantComposite %int2 %int_3 %int_4\n%part = OpSpecConstantOp %int CompositeExtract %both 1"},
      {"OpSizeOf", "int > int", "a + 12",
       "%size = OpSizeOf %int %v\n%v = OpVariable %pointer Function\n%r = OpIAdd %int %a %size",
       "%struct = OpTypeStruct %int %char %int\n%pointer = OpTypePointer Function %struct", "", 1},
  });
}

TEST(SpirvInstructions, memory) {
  const std::string pair =
      "%array = OpTypeArray %int %long_4\n%pair = OpTypeStruct %int %array\n"
      "%pair_pointer = OpTypePointer Function %pair\n%array_pointer = OpTypePointer Function %array\n";
  const std::string fill =
      "%v = OpVariable %pair_pointer Function\n%w = OpVariable %pair_pointer Function\n"
      "%s = OpCompositeConstruct %array %a %b %a %b\n%t = OpCompositeConstruct %pair %a %s\nOpStore %v %t\n";
  expect_same({
      {"OpVariable", "int > int", "a + 5",
       "%v = OpVariable %private_int Function %int_5\n%x = OpLoad %int %v\n%r = OpIAdd %int %a %x"},
      {"OpVariable of a module", "int > int", "a + 8",
       "%p = OpInBoundsAccessChain %constant_int %v %long_3\n%x = OpLoad %int %p\n%r = "
       "OpIAdd %int %a %x",
       "%array = OpTypeArray %int %int_4\n%table = OpConstantComposite %array %int_1 %int_2 %int_4 %int_8\n%pointer = "
       "OpTypePointer UniformConstant %array\n%v = OpVariable %pointer UniformConstant %table"},
      // SPIR-V 1.0 had builtin variables there, too. Their addresses may go about.
      {"OpVariable in UniformConstant that is a builtin", "int > int", "a + (int)i * 3",
       "%all = OpLoad %long3 %ids\n%first = OpCompositeExtract %long %all 0\n"
       "%p = OpAccessChain %element %ids %long_0\n%second = OpLoad %long %p\n%sum = OpIAdd %long %first %second\n"
       "%q = OpFunctionCall %long %f %ids\n%both = OpIAdd %long %sum %q\n%n = OpUConvert %int %both\n"
       "%r = OpIAdd %int %a %n",
       "OpDecorate %ids BuiltIn GlobalInvocationId\n%pointer = OpTypePointer UniformConstant %long3\n%element = "
       "OpTypePointer UniformConstant %long\n%ids = OpVariable %pointer UniformConstant\n"
       "%f_type = OpTypeFunction %long %pointer",
       "", 0,
       "%f = OpFunction %long None %f_type\n%x = OpFunctionParameter %pointer\n%f_entry = OpLabel\n%y = OpLoad "
       "%long3 %x\n%z = OpCompositeExtract %long %y 0\nOpReturnValue %z\nOpFunctionEnd"},
      {"OpVariable in CrossWorkgroup", "int > int", "a + 7",
       "%x = OpLoad %int %v Volatile|Aligned 4\n%r = OpIAdd %int %a %x",
       "%v = OpVariable %global_int CrossWorkgroup %int_7"},
      {"OpAccessChain", "int int > int", "b",
       fill + "%p = OpAccessChain %private_int %v %int_1 %long_3\n%r = OpLoad %int %p", pair},
      {"OpInBoundsAccessChain", "int int > int", "i % 2 ? b : a",
       fill +
           "%at = OpUMod %long %i %long_2\n%p = OpInBoundsAccessChain %private_int %v %int_1 %at\n%r = OpLoad %int %p",
       pair},
      {"OpPtrAccessChain", "int > int", "pa[63 - i]",
       "%n = OpISub %long %long_63 %i\n%p = OpPtrAccessChain %global_int %pa %n\n%r = OpLoad %int %p"},
      {"OpInBoundsPtrAccessChain", "int4 > int", "pa[63 - i].y",
       "%n = OpISub %long %long_63 %i\n%p = OpInBoundsPtrAccessChain %global_int %pa %n %int_1\n%r = OpLoad %int %p"},
      {"OpLoad", "int > int", "a", "%r = OpLoad %int %at_a Aligned|Nontemporal 4"},
      {"OpLoad", "int > int | short > short", "a + ($a)1",
       "%x = OpLoad %$a %at_a Volatile|Aligned|Nontemporal 2\n%r = OpIAdd %$a %x %$a_1"},
      {"OpStore", "int > int", "a",
       "%v = OpVariable %private_int Function\nOpStore %v %a Volatile|Aligned|Nontemporal 4\n%r = OpLoad %int %v"},
      {"OpCopyMemory", "int int > int", "b",
       fill + "OpCopyMemory %w %v\n%p = OpAccessChain %private_int %w %int_1 %long_3\n%r = OpLoad %int %p", pair},
      {"OpCopyMemorySized", "int int > int", "b",
       fill + "OpCopyMemorySized %w %v %long_20 Aligned 4\n%p = OpAccessChain %private_int %w %int_1 %long_3\n%r = "
              "OpLoad %int %p",
       pair},
      {"OpCopyMemorySized to where it overlaps", "int int > int", "b * 3 + a",
       fill +
           "%from = OpAccessChain %private_int %v %int_1 %long_0\n%to = OpAccessChain %private_int %v %int_1 %long_1\n"
           "OpCopyMemorySized %to %from %long_12 Aligned 4\n%p = OpAccessChain %private_int %v %int_1 %long_2\n"
           "%q = OpAccessChain %private_int %v %int_1 %long_3\n%x = OpLoad %int %p\n%y = OpLoad %int %q\n"
           "%z = OpIMul %int %x %int_3\n%r = OpIAdd %int %z %y",
       pair},
      {"OpCopyMemorySized as far as given", "int int > int", "a",
       fill + "%n = OpUConvert %int %i\n%half = OpIMul %int %int_0 %n\n%size = OpIAdd %int %half %int_8\nOpStore %w "
              "%zero\nOpCopyMemorySized %w %v %size\n"
              "%p = OpAccessChain %private_int %w %int_1 %long_0\n%q = OpAccessChain %private_int %w %int_1 "
              "%long_1\n%x = OpLoad %int %p\n%y = OpLoad %int %q\n%r = OpIAdd %int %x %y",
       pair + "%zero = OpConstantNull %pair"},
      {"OpLifetimeStart", "int > int", "a",
       "%v = OpVariable %private_int Function\nOpLifetimeStart %v 4\nOpStore %v %a\n%r = OpLoad %int "
       "%v\nOpLifetimeStop %v 4"},
      {"OpPtrCastToGeneric", "int > int", "a", "%p = OpPtrCastToGeneric %generic_int %at_a\n%r = OpLoad %int %p"},
      {"OpGenericCastToPtr", "int > int", "a",
       "%p = OpPtrCastToGeneric %generic_int %at_a\n%q = OpGenericCastToPtr %global_int %p\n%r = OpLoad %int %q"},
      {"OpGenericCastToPtrExplicit", "int > int", "6",
       "%v = OpVariable %private_int Function\n%p = OpPtrCastToGeneric %generic_int %at_a\n%q = OpPtrCastToGeneric "
       "%generic_int %v\n"
       "%pg = OpGenericCastToPtrExplicit %global_int %p CrossWorkgroup\n%pp = OpGenericCastToPtrExplicit %private_int "
       "%p Function\n%qp = OpGenericCastToPtrExplicit %private_int %q Function\n"
       "%b0 = OpPtrEqual %bool %pg %at_a\n%b1 = OpPtrEqual %bool %pp %none\n%n0 = OpSelect %int %b0 %int_2 %int_0\n%n1 "
       "= OpSelect %int %b1 %int_4 %int_0\n%r0 = OpIAdd %int %n0 %n1\n"
       "%b2 = OpPtrEqual %bool %qp %v\n%r = OpSelect %int %b2 %r0 %int_64",
       "%none = OpConstantNull %private_int", "", 4},
      {"OpGenericPtrMemSemantics", "int > int", "0x200",
       "%p = OpPtrCastToGeneric %generic_int %at_a\n%m = OpGenericPtrMemSemantics %int %p\n%mask = OpShiftLeftLogical "
       "%int %int_1 %int_9\n%r = OpBitwiseAnd %int %m %mask"},
      {"OpPtrEqual", "int > bool", "i == 7",
       "%p = OpPtrAccessChain %global_int %pa %long_7\n%r = OpPtrEqual %bool %p %at_a", "", "", 4},
      {"OpPtrNotEqual", "int > bool", "i != 7",
       "%p = OpPtrAccessChain %global_int %pa %long_7\n%r = OpPtrNotEqual %bool %p %at_a", "", "", 4},
      {"OpPtrDiff", "int > long", "7 - (long)i",
       "%p = OpPtrAccessChain %global_int %pa %long_7\n%r = OpPtrDiff %long %p %at_a", "", "", 4},
      {"OpTypeForwardPointer", "int int > int", "b",
       "%v = OpVariable %node_pointer Function\n%w = OpVariable %node_pointer Function\n%x = OpCompositeConstruct "
       "%node %a %w\n%y = OpCompositeConstruct %node %b %v\nOpStore %v %x\nOpStore %w %y\n"
       "%pp = OpAccessChain %next_pointer %v %int_1\n%p = OpLoad %node_pointer %pp\n%q = OpAccessChain %private_int %p "
       "%int_0\n%r = OpLoad %int %q",
       "OpTypeForwardPointer %node_pointer Function\n%node = OpTypeStruct %int %node_pointer\n%node_pointer = "
       "OpTypePointer Function %node\n%next_pointer = OpTypePointer Function %node_pointer"},
  });
}

TEST(SpirvInstructions, atomics) {
  // Each work-item has an atomic variable of its own, r's place, which begins as a; %o is what the instruction gives.
  auto atomic = [](const char *name, const std::string &types, const char *expression, const std::string &operands,
                   const std::string &needs = "") {
    return InstructionCase{name,
                           types,
                           expression,
                           "%p = OpInBoundsPtrAccessChain %global_$a %pr %i\nOpStore %p %a\n%o = " + std::string(name) +
                               " %$a %p %int_1 %int_0 " + operands +
                               "\n%n = OpAtomicLoad %$a %p %int_1 %int_0\n%s = OpI" +
                               "Add %$a %n %n\n%r = OpIAdd %$a %s %o",
                           "",
                           needs};
  };
  auto of_float = [&](const char *name, const char *expression, const std::string &needs,
                      const char *types = "float. float. > float") {
    InstructionCase made = atomic(name, types, expression, "%b", needs);
    for (size_t at; (at = made.body.find("OpIAdd")) != std::string::npos;) made.body.replace(at, 6, "OpFAdd");
    return made;
  };
  const char *const halves = "half. half. > half";
  const std::string half_min_max =
      "OpCapability AtomicFloat16MinMaxEXT\nOpExtension \"SPV_EXT_shader_atomic_float_min_max\"";
  const std::string ints = "int int > int | uint uint > uint | long long > long", longs = "OpCapability Int64Atomics";
  const std::string one = "int > int | ulong > ulong";
  expect_same({
      atomic("OpAtomicExchange", ints, "2 * b + a", "%b", longs),
      atomic("OpAtomicCompareExchange", ints, "3 * a", "%int_0 %b %b", longs),
      atomic("OpAtomicCompareExchange", ints, "2 * b + a", "%int_0 %b %a", longs),
      atomic("OpAtomicCompareExchangeWeak", "int int > int", "2 * b + a", "%int_0 %b %a"),
      atomic("OpAtomicIIncrement", one, "3 * a + 2", "", longs),
      atomic("OpAtomicIDecrement", one, "3 * a - 2", "", longs),
      atomic("OpAtomicIAdd", ints, "2 * (a + b) + a", "%b", longs),
      atomic("OpAtomicISub", ints, "2 * (a - b) + a", "%b", longs),
      atomic("OpAtomicSMin", "int int > int | long long > long", "2 * min(a, b) + a", "%b", longs),
      atomic("OpAtomicSMax", "int int > int | long long > long", "2 * max(a, b) + a", "%b", longs),
      atomic("OpAtomicUMin", "uint uint > uint | ulong ulong > ulong", "2 * min(a, b) + a", "%b", longs),
      atomic("OpAtomicUMax", "uint uint > uint | ulong ulong > ulong", "2 * max(a, b) + a", "%b", longs),
      atomic("OpAtomicAnd", ints, "2 * (a & b) + a", "%b", longs),
      atomic("OpAtomicOr", ints, "2 * (a | b) + a", "%b", longs),
      atomic("OpAtomicXor", ints, "2 * (a ^ b) + a", "%b", longs),
      of_float("OpAtomicFAddEXT", "(a + b) + (a + b) + a",
               "OpCapability AtomicFloat32AddEXT\nOpExtension \"SPV_EXT_shader_atomic_float_add\""),
      of_float("OpAtomicFMinEXT", "fmin(a, b) + fmin(a, b) + a",
               "OpCapability AtomicFloat32MinMaxEXT\nOpExtension \"SPV_EXT_shader_atomic_float_min_max\""),
      of_float("OpAtomicFMaxEXT", "fmax(a, b) + fmax(a, b) + a",
               "OpCapability AtomicFloat32MinMaxEXT\nOpExtension \"SPV_EXT_shader_atomic_float_min_max\""),
      of_float("OpAtomicFAddEXT", "(a + b) + (a + b) + a",
               "OpCapability AtomicFloat16AddEXT\nOpExtension \"SPV_EXT_shader_atomic_float16_add\"", halves),
      of_float("OpAtomicFMinEXT", "fmin(a, b) + fmin(a, b) + a", half_min_max, halves),
      of_float("OpAtomicFMaxEXT", "fmax(a, b) + fmax(a, b) + a", half_min_max, halves),
      {"OpReadClockKHR", "int > int", "1",
       "%x = OpReadClockKHR %long %int_1\n%halves = OpReadClockKHR %int2 %int_3\n%y = OpBitcast %long %halves\n"
       "%z = OpReadClockKHR %long %int_2\n%begun = OpINotEqual %bool %x %long_0\n"
       "%second = OpUGreaterThan %bool %y %x\n%third = OpUGreaterThan %bool %z %y\n"
       "%both = OpLogicalAnd %bool %second %third\n%all = OpLogicalAnd %bool %begun %both\n"
       "%r = OpSelect %int %all %int_1 %int_0",
       "", "OpCapability ShaderClockKHR\nOpExtension \"SPV_KHR_shader_clock\""},
      {"OpAtomicStore", "int > int", "a",
       "%p = OpInBoundsPtrAccessChain %global_int %pr %i\nOpAtomicStore %p %int_1 %int_0 %a\n%r = OpAtomicLoad %int %p "
       "%int_1 %int_0"},
      {"OpAtomicFlagTestAndSet", "int > int", "1",
       "%p = OpInBoundsPtrAccessChain %global_int %pr %i\nOpAtomicStore %p %int_1 %int_0 %int_0\n%x = "
       "OpAtomicFlagTestAndSet %bool %p %int_1 %int_0\n"
       "%y = OpAtomicFlagTestAndSet %bool %p %int_1 %int_0\nOpAtomicFlagClear %p %int_1 %int_0\n%z = "
       "OpAtomicFlagTestAndSet %bool %p %int_1 %int_0\n"
       "%x1 = OpSelect %int %x %int_2 %int_0\n%y1 = OpSelect %int %y %int_1 %int_0\n%z1 = OpSelect %int %z %int_4 "
       "%int_0\n%xy = OpIAdd %int %x1 %y1\n%r = OpIAdd %int %xy %z1"},
      {"OpMemoryBarrier", "int > int", "a", "OpMemoryBarrier %int_1 %semantics\n%r = OpCopyObject %int %a",
       "%semantics = OpConstant %int 0x208"},
  });
}

TEST(SpirvInstructions, control_flow) {
  const std::string conditions = "%even_n = OpUMod %long %i %long_2\n%even = OpIEqual %bool %even_n %long_0\n";
  expect_same({
      {"OpBranch", "int > int", "a", "OpBranch %next\n%next = OpLabel\n%r = OpCopyObject %int %a"},
      {"OpBranchConditional", "int int > int", "i % 2 == 0 ? a : b",
       conditions + "OpBranchConditional %even %join %other 3 1\n%other = OpLabel\nOpBranch %join\n%join = OpLabel\n%r "
                    "= OpPhi %int %a %entry %b %other"},
      {"OpSwitch", "int int~ > int", "b == 1 ? a : b == 3 || b == 4 ? 10 : 20",
       "OpSelectionMerge %end None\nOpSwitch %b %others 1 %one 3 %three 4 %three\n%one = OpLabel\nOpBranch "
       "%end\n%three = OpLabel\nOpBranch %end\n%others = OpLabel\nOpBranch %end\n"
       "%end = OpLabel\n%r = OpPhi %int %a %one %int_10 %three %int_20 %others"},
      {"OpSwitch of a long", "long > int", "a == -1 ? 1 : a == 0x100000001L ? 2 : 3",
       "OpSwitch %a %others 0xffffffffffffffff %one 0x100000001 %two\n%one = OpLabel\nOpBranch %others\n%two = "
       "OpLabel\nOpBranch %others\n%others = OpLabel\n%r = OpPhi %int %int_1 %one %int_2 %two %int_3 %entry"},
      {"OpPhi", "int > int", "a + 1 + 2 + 3 + 4",
       "OpBranch %head\n%head = OpLabel\n%n = OpPhi %int %int_1 %entry %n1 %body\n%sum = OpPhi %int %a %entry %sum1 "
       "%body\nOpLoopMerge %end %body DontUnroll\n%goes_on = OpULessThan %bool %n %int_5\n"
       "OpBranchConditional %goes_on %body %end\n%body = OpLabel\n%sum1 = OpIAdd %int %sum %n\n%n1 = OpIAdd %int %n "
       "%int_1\nOpBranch %head\n%end = OpLabel\n%r = OpCopyObject %int %sum"},
      {"OpLoopControlINTEL", "int > int", "a + 1 + 2 + 3 + 4",
       "OpBranch %head\n%head = OpLabel\n%n = OpPhi %int %int_1 %entry %n1 %body\n%sum = OpPhi %int %a %entry %sum1 "
       "%body\n%goes_on = OpULessThan %bool %n %int_5\nOpLoopControlINTEL 1\n"
       "OpBranchConditional %goes_on %body %end\n%body = OpLabel\n%sum1 = OpIAdd %int %sum %n\n%n1 = OpIAdd %int %n "
       "%int_1\nOpBranch %head\n%end = OpLabel\n%r = OpCopyObject %int %sum",
       "", "OpCapability UnstructuredLoopControlsINTEL\nOpExtension \"SPV_INTEL_unstructured_loop_controls\""},
      {"OpPhi of what comes later", "int > int", "a << (i % 8)",
       "%times = OpUMod %long %i %long_8\nOpBranch %head\n%head = OpLabel\n%x = OpPhi %int %a %entry %y %body\n%n = "
       "OpPhi %long %long_0 %entry %m %body\n%done = OpUGreaterThanEqual %bool %n %times\n"
       "OpBranchConditional %done %end %body\n%body = OpLabel\n%y = OpShiftLeftLogical %int %x %int_1\n%m = OpIAdd "
       "%long %n %long_1\nOpBranch %head\n%end = OpLabel\n%r = OpCopyObject %int %x"},
      {"OpPhi of pointers", "int int > int", "i % 2 == 0 ? a : b",
       conditions + "OpBranchConditional %even %join %other\n%other = OpLabel\nOpBranch %join\n%join = OpLabel\n%p = "
                    "OpPhi %global_int %at_a %entry %at_b %other\n%r = OpLoad %int %p"},
      {"OpPhi of structs", "int int > int", "i % 2 == 0 ? b : a",
       "%x = OpCompositeConstruct %pair %a %b\n%y = OpCompositeConstruct %pair %b %a\n" + conditions +
           "OpBranchConditional %even %join %other\n%other = OpLabel\nOpBranch %join\n%join = OpLabel\n%s = OpPhi "
           "%pair %x %entry %y %other\n%r = OpCompositeExtract %int %s 1",
       "%pair = OpTypeStruct %int %int"},
      // Clang 22 leaves out the truncation.
      {"OpPhi of a wider number", "long int > int", "i % 2 == 0 ? (int)a : b",
       conditions + "OpBranchConditional %even %join %other\n%other = OpLabel\nOpBranch %join\n%join = OpLabel\n%r = "
                    "OpPhi %int %a %entry %b %other"},
      {"a loop that is not structured", "int > int", "i % 2 == 0 ? a + 5 : a + 6",
       conditions +
           "OpBranchConditional %even %first %second\n%first = OpLabel\n%p = OpPhi %int %a %entry %w %second\n"
           "%n = OpPhi %int %int_0 %entry %n2 %second\n%v = OpIAdd %int %p %int_1\n%n1 = OpIAdd %int %n %int_1\n"
           "%stop = OpUGreaterThan %bool %n1 %int_4\nOpBranchConditional %stop %end %second\n"
           "%second = OpLabel\n%q = OpPhi %int %a %entry %v %first\n%m = OpPhi %int %int_0 %entry %n1 %first\n"
           "%w = OpIAdd %int %q %int_1\n%n2 = OpIAdd %int %m %int_1\nOpBranch %first\n"
           "%end = OpLabel\n%r = OpCopyObject %int %v"},
      {"OpUnreachable", "int > int", "a",
       "%never = OpUGreaterThan %bool %i %long_64\nOpBranchConditional %never %no %yes\n%no = "
       "OpLabel\nOpUnreachable\n%yes = OpLabel\n%r = OpCopyObject %int %a"},
      {"OpReturn", "int > int", "a",
       "%never = OpUGreaterThan %bool %i %long_64\nOpBranchConditional %never %no %yes\n%no = OpLabel\nOpReturn\n%yes "
       "= OpLabel\n%r = OpCopyObject %int %a"},
      {"OpFunctionCall", "int int > int", "a * 3 - b", "%r = OpFunctionCall %int %f %a %b",
       "%f_type = OpTypeFunction %int %int %int", "", 0,
       "%f = OpFunction %int Pure %f_type\n%x = OpFunctionParameter %int\n%y = OpFunctionParameter %int\n%f_entry = "
       "OpLabel\n%t = OpIMul %int %x %int_3\n%d = OpISub %int %t %y\nOpReturnValue %d\nOpFunctionEnd"},
      {"OpFunctionCall of a struct and a bool", "int int > int", "b > 2u ? b : a",
       "%big = OpUGreaterThan %bool %b %int_2\n%s = OpFunctionCall %pair %f %a %b %big\n%r = OpCompositeExtract %int "
       "%s 0",
       "%pair = OpTypeStruct %int %int\n%f_type = OpTypeFunction %pair %int %int %bool", "", 0,
       "%f = OpFunction %pair DontInline %f_type\n%x = OpFunctionParameter %int\n%y = OpFunctionParameter %int\n%z = "
       "OpFunctionParameter %bool\n%f_entry = OpLabel\n%t = OpSelect %int %z %y %x\n%d = OpCompositeConstruct %pair %t "
       "%x\nOpReturnValue %d\nOpFunctionEnd"},
      {"OpNop", "int > int", "a", "OpNop\nOpNoLine\n%r = OpCopyObject %int %a"},
      {"OpAssumeTrueKHR", "int > int", "a",
       "%small = OpULessThan %bool %i %long_64\nOpAssumeTrueKHR %small\n%r = OpCopyObject %int %a", "",
       "OpCapability ExpectAssumeKHR\nOpExtension \"SPV_KHR_expect_assume\""},
      {"OpExpectKHR", "int > int | bool > bool", "a", "%r = OpExpectKHR %$a %a %a", "",
       "OpCapability ExpectAssumeKHR\nOpExtension \"SPV_KHR_expect_assume\""},
  });
}

// What LLVM has functions of its own for, which DPC++ leaves as they are.
TEST(SpirvInstructions, functions_of_llvm) {
  auto imported = [](const std::string &name, const std::string &types, const char *c, unsigned operands) {
    std::string call = "%r = OpFunctionCall %$r %f", type = "%f_type = OpTypeFunction %$r", parameters;
    for (unsigned n = 0; n < operands; ++n) {
      call += std::string(" %") + char('a' + n);
      type += " %$a";
      parameters += std::string("%p") + char('0' + n) + " = OpFunctionParameter %$a\n";
    }
    return InstructionCase{name,
                           types,
                           c,
                           call,
                           "OpDecorate %f LinkageAttributes \"" + name + "\" Import\n" + type +
                               "\n%f = OpFunction %$r None %f_type\n" + parameters + "OpFunctionEnd",
                           "",
                           0,
                           ""};
  };
  expect_same({
      imported("llvm.usub.sat.i32", "uint uint > uint", "sub_sat(a, b)", 2),
      imported("llvm.ssub.sat.v4i16", "short4 short4 > short4", "sub_sat(a, b)", 2),
      imported("llvm.uadd.sat.i8", "uchar uchar > uchar", "add_sat(a, b)", 2),
      imported("llvm.sadd.sat.i64", "long long > long", "add_sat(a, b)", 2),
      imported("llvm.umin.i32", "uint uint > uint", "min(a, b)", 2),
      imported("llvm.smax.v2i64", "long2 long2 > long2", "max(a, b)", 2),
      imported("llvm.fshr.i32", "uint uint uint~ > uint", "(uint)(((ulong)a << 32 | b) >> c)", 3),
      imported("llvm.ctpop.i16", "short > short", "popcount(a)", 1),
      imported("llvm.bswap.i32", "uint > uint", "as_uint(as_uchar4(a).wzyx)", 1),
  });
}

}  // namespace
}  // namespace wherry::test
