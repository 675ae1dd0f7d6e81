// SPDX-License-Identifier: Apache-2.0
// Numbers: arithmetic, bits, comparisons, conversions.
#include <gtest/gtest.h>

#include "spirv/instructions.h"

namespace wherry::test {
namespace {

// Both halves of a struct {T, T} that the instruction gives, as one.
InstructionCase of_pair(const char *name, const char *c) {
  return {name, "uint uint > uint2 | uchar uchar > uchar2 | ulong ulong > ulong2", c,
          "%both = " + std::string(name) + " %pair %a %b\n%low = OpCompositeExtract %$a %both 0\n" +
              "%high = OpCompositeExtract %$a %both 1\n%r = OpCompositeConstruct %$r %low %high",
          "%pair = OpTypeStruct %$a %$a"};
}

TEST(SpirvInstructions, integers) {
  expect_same({
      {"OpIAdd", "i i > i", "a + b"},
      {"OpISub", "i i > i", "a - b"},
      {"OpIMul", "i i > i", "a * b"},
      {"OpSNegate", "i > i", "-a"},
      {"OpUDiv", "u u! > u", "a / b"},
      {"OpSDiv", "i. i! > i", "a / b"},
      {"OpUMod", "u u! > u", "a % b"},
      {"OpSRem", "i. i! > i", "a % b"},
      {"OpSMod", "int. int! > int", "a % b != 0 && (a % b < 0) != (b < 0) ? a % b + b : a % b"},
      {"OpSMod", "short4. short4! > short4", "a % b + ((a % b != (short)0) & ((a % b ^ b) < (short)0) & b)"},
      of_pair("OpIAddCarry", "($r)(a + b, ($a)(a + b) < a)"),
      of_pair("OpISubBorrow", "($r)(a - b, a < b)"),
      of_pair("OpUMulExtended", "($r)(a * b, mul_hi(a, b))"),
      {"OpSMulExtended", "int int > int2 | char char > char2", "($r)(a * b, mul_hi(a, b))",
       "%both = OpSMulExtended %pair %a %b\n%low = OpCompositeExtract %$a %both 0\n"
       "%high = OpCompositeExtract %$a %both 1\n%r = OpCompositeConstruct %$r %low %high",
       "%pair = OpTypeStruct %$a %$a"},
      {"OpShiftLeftLogical", "i i~ > i", "a << b"},
      {"OpBitwiseAnd of a wider number", "long > int", "(int)a & 4", "%r = OpBitwiseAnd %int %a %int_4"},
      {"OpISub of wider numbers", "long long > int", "(int)a - (int)b", "%r = OpISub %int %a %b"},
      {"OpShiftLeftLogical of a wider number", "long > int", "(int)a << 4", "%r = OpShiftLeftLogical %int %a %int_4"},
      {"OpShiftRightLogical", "u u~ > u", "a >> b"},
      {"OpShiftRightArithmetic", "i i~ > i", "a >> b"},
      {"OpBitwiseAnd", "i i > i", "a & b"},
      {"OpBitwiseOr", "i i > i", "a | b"},
      {"OpBitwiseXor", "i i > i", "a ^ b"},
      {"OpNot", "i > i", "~a"},
      {"OpBitCount", "u > u", "popcount(a)"},
  });
}

TEST(SpirvInstructions, bits) {
  const std::string needs = "OpCapability BitInstructions\nOpExtension \"SPV_KHR_bit_instructions\"";
  std::vector<InstructionCase> cases{
      {"OpBitReverse", "uchar > uchar", "bit_reverse(a)"},
      {"OpBitReverse", "u > u", "bit_reverse(a)"},
      {"OpBitFieldInsert", "u u > u", "bitfield_insert(a, b, 1, 5)", "%r = OpBitFieldInsert %$r %a %b %int_1 %int_5"},
      {"OpBitFieldInsert", "u u > u", "bitfield_insert(a, b, 3, 0)", "%r = OpBitFieldInsert %$r %a %b %int_3 %int_0"},
      {"OpBitFieldInsert", "int int > int", "bitfield_insert(a, b, 0, 32)",
       "%r = OpBitFieldInsert %$r %a %b %int_0 %int_32"},
      {"OpBitFieldSExtract", "i > i", "bitfield_extract_signed(a, 2, 4)",
       "%r = OpBitFieldSExtract %$r %a %int_2 %int_4"},
      {"OpBitFieldSExtract", "i > i", "bitfield_extract_signed(a, 7, 1)",
       "%r = OpBitFieldSExtract %$r %a %int_7 %int_1"},
      {"OpBitFieldSExtract", "i > i", "bitfield_extract_signed(a, 3, 0)",
       "%r = OpBitFieldSExtract %$r %a %int_3 %int_0"},
      {"OpBitFieldUExtract", "u > u", "bitfield_extract_unsigned(a, 2, 4)",
       "%r = OpBitFieldUExtract %$r %a %int_2 %int_4"},
      {"OpBitFieldUExtract", "u > u", "bitfield_extract_unsigned(a, 0, 8)",
       "%r = OpBitFieldUExtract %$r %a %int_0 %int_8"},
      {"OpBitFieldUExtract", "ulong uint~ > ulong", "bitfield_extract_unsigned(a, b, 7)",
       "%r = OpBitFieldUExtract %$r %a %b %char_7"},
  };
  expect_same(with_needs(cases, needs));
}

TEST(SpirvInstructions, dot_products) {
  const std::string needs = "OpCapability DotProduct\nOpCapability DotProductInput4x8Bit\n"
                            "OpCapability DotProductInput4x8BitPacked\nOpExtension \"SPV_KHR_integer_dot_product\"";
  std::vector<InstructionCase> cases{
      {"OpSDot", "char4 char4 > int", "dot(a, b)"},
      {"OpUDot", "uchar4 uchar4 > uint", "dot(a, b)"},
      {"OpSUDot", "char4 uchar4 > int", "dot(a, b)"},
      {"OpSDotAccSat", "char4 char4 int > int", "dot_acc_sat(a, b, c)"},
      {"OpUDotAccSat", "uchar4 uchar4 uint > uint", "dot_acc_sat(a, b, c)"},
      {"OpSUDotAccSat", "char4 uchar4 int > int", "dot_acc_sat(a, b, c)"},
      {"OpSDot packed", "uint uint > int", "dot_4x8packed_ss_int(a, b)",
       "%r = OpSDot %int %a %b PackedVectorFormat4x8Bit"},
      {"OpUDot packed", "uint uint > uint", "dot_4x8packed_uu_uint(a, b)",
       "%r = OpUDot %int %a %b PackedVectorFormat4x8Bit"},
      {"OpSUDot packed", "uint uint > int", "dot_4x8packed_su_int(a, b)",
       "%r = OpSUDot %int %a %b PackedVectorFormat4x8Bit"},
      {"OpSDotAccSat packed", "uint uint int > int", "dot_acc_sat_4x8packed_ss_int(a, b, c)",
       "%r = OpSDotAccSat %int %a %b %c PackedVectorFormat4x8Bit"},
      {"OpUDotAccSat packed", "uint uint uint > uint", "dot_acc_sat_4x8packed_uu_uint(a, b, c)",
       "%r = OpUDotAccSat %int %a %b %c PackedVectorFormat4x8Bit"},
      {"OpSUDotAccSat packed", "uint uint int > int", "dot_acc_sat_4x8packed_su_int(a, b, c)",
       "%r = OpSUDotAccSat %int %a %b %c PackedVectorFormat4x8Bit"},
      // Wider elements and results than OpenCL C has functions for.
      {"OpSDot", "char4 char4 > long", "(long)dot(a, b)"},
      {"OpSDot", "short2 short2 > long", "(long)a.x * b.x + (long)a.y * b.y"},
      {"OpUDot", "uint2. uint2. > ulong", "(ulong)a.x * b.x + (ulong)a.y * b.y"},
  };
  for (size_t n = cases.size() - 2; n < cases.size(); ++n) cases[n].needs = "OpCapability DotProductInputAll";
  expect_same(with_needs(cases, needs));
}

TEST(SpirvInstructions, floats) {
  const char *const fmod =
      "(fmod(a, b) != 0 && signbit(fmod(a, b)) != signbit(b) ? fmod(a, b) + b : copysign(fmod(a, b), b))";
  expect_same({
      {"OpFAdd", "f f > f", "a + b"},
      {"OpFSub", "f f > f", "a - b"},
      {"OpFMul", "f f > f", "a * b"},
      {"OpFDiv", "f f > f", "a / b"},
      {"OpFRem", "f. f! > f", "fmod(a, b)"},
      {"OpFMod", "float. float! > float | double. double! > double", fmod},
      {"OpFNegate", "f > f", "-a"},
      {"OpVectorTimesScalar", "float4 float > float4 | half8 half > half8 | double2 double > double2", "a * b"},
      {"OpDot", "float4. float4. > float | half2. half2. > half | double3. double3. > double", "dot(a, b)"},
      {"OpIsNan", "f > t", "isnan(a)"},
      {"OpIsInf", "f > t", "isinf(a)"},
      {"OpIsFinite", "f > t", "isfinite(a)"},
      {"OpIsNormal", "f > t", "isnormal(a)"},
      {"OpSignBitSet", "f > t", "signbit(a)"},
      {"OpLessOrGreater", "f f > t", "islessgreater(a, b)"},
      {"OpOrdered", "f f > t", "isordered(a, b)"},
      {"OpUnordered", "f f > t", "isunordered(a, b)"},
      {"OpFOrdEqual", "f f > t", "a == b"},
      {"OpFUnordEqual", "f f > t", "(a == b) | isunordered(a, b)"},
      {"OpFOrdNotEqual", "f f > t", "(a != b) & isordered(a, b)"},
      {"OpFUnordNotEqual", "f f > t", "a != b"},
      {"OpFOrdLessThan", "f f > t", "a < b"},
      {"OpFUnordLessThan", "f f > t", "(a < b) | isunordered(a, b)"},
      {"OpFOrdGreaterThan", "f f > t", "a > b"},
      {"OpFUnordGreaterThan", "f f > t", "(a > b) | isunordered(a, b)"},
      {"OpFOrdLessThanEqual", "f f > t", "a <= b"},
      {"OpFUnordLessThanEqual", "f f > t", "(a <= b) | isunordered(a, b)"},
      {"OpFOrdGreaterThanEqual", "f f > t", "a >= b"},
      {"OpFUnordGreaterThanEqual", "f f > t", "(a >= b) | isunordered(a, b)"},
  });
}

TEST(SpirvInstructions, comparisons) {
  expect_same({
      {"OpIEqual", "i. i. > t", "a == b"},
      {"OpINotEqual", "i. i. > t", "a != b"},
      {"OpUGreaterThan", "u u > t", "a > b"},
      {"OpSGreaterThan", "i i > t", "a > b"},
      {"OpUGreaterThanEqual", "u u > t", "a >= b"},
      {"OpSGreaterThanEqual", "i i > t", "a >= b"},
      {"OpULessThan", "u u > t", "a < b"},
      {"OpSLessThan", "i i > t", "a < b"},
      {"OpULessThanEqual", "u u > t", "a <= b"},
      {"OpSLessThanEqual", "i i > t", "a <= b"},
      {"OpLogicalEqual", "bool bool > bool | bool4 bool4 > bool4", "!a == !b"},
      {"OpLogicalNotEqual", "bool bool > bool | bool3 bool3 > bool3", "!a != !b"},
      {"OpLogicalOr", "bool bool > bool | bool2 bool2 > bool2", "a || b"},
      {"OpLogicalAnd", "bool bool > bool | bool8 bool8 > bool8", "a && b"},
      {"OpLogicalNot", "bool > bool | bool16 > bool16", "!a"},
      {"OpAny", "bool2 > bool | bool4 > bool", "any(a)"},
      {"OpAll", "bool2 > bool | bool3 > bool", "all(a)"},
      {"OpSelect", "bool int int > int | bool float float > float", "a ? b : c"},
      {"OpSelect", "bool4 int4 int4 > int4 | bool2 float2 float2 > float2", "a ? b : c"},
      {"OpSelect", "bool bool bool > bool", "a ? b : c"},
      // One condition for a vector.
      {"OpSelect", "bool int4 int4 > int4", "a ? b : c", "", "", "", 4},
  });
}

TEST(SpirvInstructions, conversions) {
  expect_same({
      {"OpConvertFToU", "half^ > uint | float. > uint", "convert_uint_rtz(fabs(a))",
       "%p = OpExtInst %$a %std fabs %a\n%r = OpConvertFToU %int %p"},
      {"OpConvertFToS", "float. > int | double. > short | half. > long | float4. > char4 | double2. > int2",
       "convert_$r_rtz(a)"},
      {"OpConvertSToF", "int > float | long > double | char > half | long > float | int4 > float4 | short8 > half8",
       "convert_$r_rte(a)"},
      {"OpConvertUToF", "uint > float | ulong > double | uchar > half | ulong > float | uint4 > double4",
       "convert_$r_rte(a)"},
      {"OpUConvert", "uint > ulong | ulong > uchar | ushort > uint | uchar16 > ushort16 | ulong3 > uint3",
       "convert_$r(a)"},
      {"OpSConvert", "int > long | long > char | short > int | char16 > short16 | long3 > int3", "convert_$r(a)"},
      {"OpFConvert", "float > double | double > float | half > float | float4 > half4 | double3 > half3",
       "convert_$r(a)"},
      {"OpSatConvertSToU", "int > uchar | long > uint | short4 > uchar4 | int > uint", "convert_$r_sat(a)"},
      {"OpSatConvertUToS", "uint > char | ulong > int | ushort4 > char4 | uint > int", "convert_$r_sat(a)"},
      {"OpBitcast", "int > float | float > int | long > int2 | char8 > double | half4 > ushort4 | int2 > short4",
       "as_$r(a)"},
      {"OpConvertFToS saturated", "float > char | double > int | float4 > short4 | half > int | double > long",
       "convert_$r_sat_rtz(a)", "OpDecorate %r SaturatedConversion\n%r = OpConvertFToS %$r %a"},
      {"OpConvertFToU saturated", "float > uchar | double > uint | half > ulong | float2 > uint2", "convert_$r_sat(a)",
       "OpDecorate %r SaturatedConversion\n%r = OpConvertFToU %$r %a"},
      {"OpConvertFToS rounded", "float. > int | double4. > int4 | half. > short", "convert_$r_rtp(a)",
       "OpDecorate %r FPRoundingMode RTP\n%r = OpConvertFToS %$r %a"},
      {"OpSConvert saturated", "int > char | long4 > short4", "convert_$r_sat(a)",
       "OpDecorate %r SaturatedConversion\n%r = OpSConvert %$r %a"},
      {"OpUConvert saturated", "uint > uchar | ulong2 > ushort2", "convert_$r_sat(a)",
       "OpDecorate %r SaturatedConversion\n%r = OpUConvert %$r %a"},
      {"OpFConvert rounded", "double > float | float3 > half3 | double > half", "convert_$r_rtn(a)",
       "OpDecorate %r FPRoundingMode RTN\n%r = OpFConvert %$r %a"},
      {"OpConvertSToF rounded", "int > float | long > double | long > half", "convert_$r_rtz(a)",
       "OpDecorate %r FPRoundingMode RTZ\n%r = OpConvertSToF %$r %a"},
      {"OpConvertUToF rounded", "uint > float | ulong > double | ulong4 > float4", "convert_$r_rtp(a)",
       "OpDecorate %r FPRoundingMode RTP\n%r = OpConvertUToF %$r %a"},
      {"OpConvertPtrToU", "int > int", "a",
       "%u = OpConvertPtrToU %long %at_a\n%p = OpConvertUToPtr %global_int %u\n%r = OpLoad %int %p"},
      {"OpConvertUToPtr", "int > int", "pa[63 - i]",
       "%u = OpConvertPtrToU %long %pa\n%n = OpISub %long %long_63 %i\n%bytes = OpIMul %long %n %long_4\n"
       "%w = OpIAdd %long %u %bytes\n%p = OpConvertUToPtr %global_int %w\n%r = OpLoad %int %p Aligned 4"},
  });
}

// 268260 and 268261 are four words of OpConvertFToBF16INTEL and OpConvertBF16ToFINTEL.
TEST(SpirvInstructions, bfloat16) {
  std::vector<InstructionCase> cases;
  for (const std::string count : {"", "2", "3", "4", "8", "16"}) {
    cases.push_back({"OpConvertFToBF16INTEL", "float" + count + " > ushort" + count,
                     "intel_convert_bfloat16" + count + "_as_ushort" + count + "(a)", "!268260 %$r %r %a"});
    cases.push_back({"OpConvertBF16ToFINTEL", "ushort" + count + " > float" + count,
                     "intel_convert_as_bfloat16" + count + "_float" + count + "(a)", "!268261 %$r %r %a"});
  }
  expect_same(with_needs(cases, "OpCapability !6115\nOpExtension \"SPV_INTEL_bfloat16_conversion\""));
}

}  // namespace
}  // namespace wherry::test
