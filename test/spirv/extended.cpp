// SPDX-License-Identifier: Apache-2.0
// OpenCL.std: the builtin functions, and what loads, stores and prints.
#include <gtest/gtest.h>

#include "common/cl.h"
#include "spirv/instructions.h"

namespace wherry::test {
namespace {

// Instructions that have their function's name.
std::vector<InstructionCase> functions(const std::vector<const char *> &names, const std::string &types,
                                       const std::string &arguments) {
  std::vector<InstructionCase> cases;
  for (const char *name : names) cases.push_back({"std " + std::string(name), types, name + arguments});
  return cases;
}

TEST(SpirvInstructions, functions_of_one_number) {
  expect_same(functions({"acos",  "acosh", "acospi", "asin",  "asinh",   "asinpi",  "atan",  "atanh", "atanpi",
                         "cbrt",  "ceil",  "cos",    "cosh",  "cospi",   "erfc",    "erf",   "exp",   "exp2",
                         "exp10", "expm1", "fabs",   "floor", "lgamma",  "log",     "log2",  "log10", "log1p",
                         "logb",  "rint",  "round",  "rsqrt", "sin",     "sinh",    "sinpi", "sqrt",  "tan",
                         "tanh",  "tanpi", "tgamma", "trunc", "degrees", "radians", "sign"},
                        "half > half | float > float | double2 > double2 | float3 > float3", "(a)"));
  expect_same(
      functions({"normalize"}, "float > float | float3. > float3 | half2. > half2 | double4. > double4", "(a)"));
  expect_same(functions({"length"}, "float > float | float3. > float | half2. > half | double4. > double", "(a)"));
  expect_same(functions({"fast_length"}, "float > float | float4. > float", "(a)"));
  expect_same(functions({"fast_normalize"}, "float > float | float4. > float4", "(a)"));
  expect_same(functions({"ilogb"}, "f > k", "(a)"));
  expect_same(functions({"nan"}, "ushort > half | uint > float | ulong2 > double2", "(a)"));
}

TEST(SpirvInstructions, functions_of_less_accuracy) {
  expect_same(functions({"half_cos",     "half_exp",     "half_exp2",    "half_exp10",   "half_log",    "half_log2",
                         "half_log10",   "half_recip",   "half_rsqrt",   "half_sin",     "half_sqrt",   "half_tan",
                         "native_cos",   "native_exp",   "native_exp2",  "native_exp10", "native_log",  "native_log2",
                         "native_log10", "native_recip", "native_rsqrt", "native_sin",   "native_sqrt", "native_tan"},
                        "h > h", "(a)"));
  expect_same(functions({"half_divide", "half_powr", "native_divide", "native_powr"}, "h h > h", "(a, b)"));
}

TEST(SpirvInstructions, functions_of_several_numbers) {
  expect_same(functions({"atan2", "atan2pi", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "maxmag", "minmag",
                         "nextafter", "pow", "powr", "remainder", "step"},
                        "half half > half | float float > float | double2 double2 > double2 | float3 float3 > float3",
                        "(a, b)"));
  expect_same(functions({"fma", "mad", "mix", "smoothstep"},
                        "half half half > half | float float float > float | double2 double2 double2 > double2 | "
                        "float3 float3 float3 > float3",
                        "(a, b, c)"));
  expect_same(functions({"ldexp", "pown", "rootn"}, "f k > f", "(a, b)"));
  expect_same(
      functions({"cross"}, "float3. float3. > float3 | double4. double4. > double4 | half3. half3. > half3", "(a, b)"));
  expect_same(
      functions({"distance"}, "float3. float3. > float | double4. double4. > double | half2. half2. > half", "(a, b)"));
  expect_same(functions({"fast_distance"}, "float3. float3. > float", "(a, b)"));
  expect_same({
      {"std fclamp", "float^ float~ float. > float", "clamp(a, b, b + fabs(c))",
       "%d = OpExtInst %float %std fabs %c\n%e = OpFAdd %float %b %d\n%r = OpExtInst %float %std fclamp %a %b %e"},
      {"std fmax_common", "f^ f^ > f", "max(a, b)"},
      {"std fmin_common", "f^ f^ > f", "min(a, b)"},
      {"std bitselect", "f f f > f | i i i > i", "bitselect(a, b, c)"},
      {"std select", "f f z > f | i i z > i | u u z > u", "select(a, b, c)"},
  });
}

// Those with a second result behind a pointer.
TEST(SpirvInstructions, functions_with_a_pointer) {
  auto with_float = [](const char *name, const char *types) {
    return InstructionCase{"std " + std::string(name), types,
                           "({ $a y; $a x = " + std::string(name) + "(a, &y); ($r)(x, y); })",
                           "%v = OpVariable %private_$a Function\n%x = OpExtInst %$a %std " + std::string(name) +
                               " %a %v\n%y = OpLoad %$a %v\n%r = OpCompositeConstruct %$r %x %y"};
  };
  auto with_int = [](const char *name, const char *types, const char *c, const char *arguments) {
    return InstructionCase{"std " + std::string(name), types,
                           "({ int y; $a x = " + std::string(name) + "(" + c + ", &y); ($r)(as_int(x), y); })",
                           "%v = OpVariable %private_int Function\n%x = OpExtInst %$a %std " + std::string(name) + " " +
                               arguments +
                               " %v\n%y = OpLoad %int %v\n%z = OpBitcast %int %x\n%r = OpCompositeConstruct %$r %z %y"};
  };
  const char *const pairs = "float > float2 | double > double2 | half > half2 | float4 > float8";
  expect_same({
      with_float("fract", pairs),
      with_float("modf", pairs),
      with_float("sincos", pairs),
      with_int("frexp", "float > int2", "a", "%a"),
      with_int("lgamma_r", "float > int2", "a", "%a"),
      with_int("remquo", "float. float! > int2", "a, b", "%a %b"),
      {"std frexp", "double4 > double4", "({ int4 y; double4 x = frexp(a, &y); x + convert_double4(y); })",
       "%v = OpVariable %private_int4 Function\n%x = OpExtInst %double4 %std frexp %a %v\n%y = OpLoad %int4 %v\n"
       "%z = OpConvertSToF %double4 %y\n%r = OpFAdd %double4 %x %z"},
  });
}

TEST(SpirvInstructions, functions_of_integers) {
  auto all = [](const std::string &sign, const std::vector<const char *> &names, const std::string &types,
                const std::string &arguments) {
    std::vector<InstructionCase> cases;
    for (const char *name : names) cases.push_back({"std " + sign + name, types, name + arguments});
    return cases;
  };
  expect_same(all("s_", {"abs_diff"}, "i i > y", "(a, b)"));
  expect_same(all("u_", {"abs_diff"}, "u u > u", "(a, b)"));
  expect_same(all("s_", {"abs"}, "i > y", "(a)"));
  expect_same(all("u_", {"abs"}, "u > u", "(a)"));
  const std::vector<const char *> of_two{"add_sat", "hadd", "rhadd", "max", "min", "mul_hi", "sub_sat"};
  expect_same(all("s_", of_two, "i i > i", "(a, b)"));
  expect_same(all("u_", of_two, "u u > u", "(a, b)"));
  expect_same(all("s_", {"mad_hi", "mad_sat"}, "i i i > i", "(a, b, c)"));
  expect_same(all("u_", {"mad_hi", "mad_sat"}, "u u u > u", "(a, b, c)"));
  expect_same(all("s_", {"mad24"}, "int. int. int > int | int4. int4. int4 > int4", "(a, b, c)"));
  expect_same(all("u_", {"mad24"}, "uint. uint. uint > uint | uint4. uint4. uint4 > uint4", "(a, b, c)"));
  expect_same(all("s_", {"mul24"}, "int. int. > int | int3. int3. > int3", "(a, b)"));
  expect_same(all("u_", {"mul24"}, "uint. uint. > uint | uint8. uint8. > uint8", "(a, b)"));
  expect_same(all("s_", {"upsample"}, "char uchar > short | int2 uint2 > long2", "(a, b)"));
  expect_same(all("u_", {"upsample"}, "uchar uchar > ushort | ushort4 ushort4 > uint4", "(a, b)"));
  expect_same(all("", {"clz", "ctz", "popcount"}, "u > u | i > i", "(a)"));
  expect_same(all("", {"rotate"}, "u u > u | i i > i", "(a, b)"));
  expect_same({
      {"std s_clamp", "i i~ > i", "clamp(a, b, ($a)(b + b))",
       "%d = OpIAdd %$a %b %b\n%r = OpExtInst %$a %std s_clamp %a %b %d"},
      {"std u_clamp", "u u~ > u", "clamp(a, b, ($a)(b + b))",
       "%d = OpIAdd %$a %b %b\n%r = OpExtInst %$a %std u_clamp %a %b %d"},
      {"std shuffle", "float4 uint4 > float4 | char8 uchar2 > char2 | int2 uint8 > int8", "shuffle(a, b)"},
      {"std shuffle2", "float4 float4 uint4 > float4 | char8 char8 uchar2 > char2 | long2 long2 ulong4 > long4",
       "shuffle2(a, b, c)"},
  });
}

TEST(SpirvInstructions, vectors_and_halves_in_memory) {
  auto load = [](const std::string &name, const std::string &types, const std::string &function, const std::string &n) {
    return InstructionCase{"std " + name, types, function + "(i % 4, pa)",
                           "%at = OpUMod %long %i %long_4\n%r = OpExtInst %$r %std " + name + " %at %pa" + n};
  };
  auto store = [](const std::string &name, const std::string &types, const std::string &function,
                  const std::string &mode) {
    const std::string element = name == "vstoren" ? "int" : "half";
    return InstructionCase{
        "std " + name + mode, types, "({ $r v = 0; " + function + "(a, 0, (" + element + " *)&v); v; })",
        "%v = OpVariable %private_$r Function\nOpStore %v %$r_null\n%p = OpBitcast %private_" + element +
            " %v\n%u = OpExtInst %void %std " + name + " %a %long_0 %p" + mode + "\n%r = OpLoad %$r %v"};
  };
  expect_same({
      load("vloadn", "int > int2", "vload2", " 2"),
      load("vloadn", "float > float3", "vload3", " 3"),
      load("vloadn", "char > char4", "vload4", " 4"),
      load("vloadn", "double > double8", "vload8", " 8"),
      load("vloadn", "short > short16", "vload16", " 16"),
      load("vload_half", "half > float", "vload_half", ""),
      load("vload_halfn", "half > float2", "vload_half2", " 2"),
      load("vload_halfn", "half > float3", "vload_half3", " 3"),
      load("vload_halfn", "half > float16", "vload_half16", " 16"),
      load("vloada_halfn", "half > float3", "vloada_half3", " 3"),
      load("vloada_halfn", "half > float8", "vloada_half8", " 8"),
      store("vstoren", "int2 > int4", "vstore2", ""),
      store("vstoren", "int3 > int4", "vstore3", ""),
      store("vstoren", "int8 > int8", "vstore8", ""),
      store("vstore_half", "float > half2 | double > half2", "vstore_half", ""),
      store("vstore_half_r", "float > half2", "vstore_half_rte", " RTE"),
      store("vstore_half_r", "float > half2", "vstore_half_rtz", " RTZ"),
      store("vstore_half_r", "double > half2", "vstore_half_rtp", " RTP"),
      store("vstore_half_r", "float > half2", "vstore_half_rtn", " RTN"),
      store("vstore_halfn", "float3 > half4 | double3 > half4", "vstore_half3", ""),
      store("vstore_halfn_r", "float4 > half4", "vstore_half4_rtz", " RTZ"),
      store("vstore_halfn_r", "double4 > half4", "vstore_half4_rtn", " RTN"),
      store("vstorea_halfn", "float3 > half4", "vstorea_half3", ""),
      store("vstorea_halfn", "float16 > half16", "vstorea_half16", ""),
      store("vstorea_halfn_r", "float4 > half4", "vstorea_half4_rtp", " RTP"),
      {"std prefetch", "int > int", "a", "%u = OpExtInst %void %std prefetch %pa %long_16\n%r = OpCopyObject %int %a"},
  });
}

TEST(SpirvInstructions, prints) {
  CapturedOutput output;
  expect_same({{"std printf", "int. > int", "(i == 5 ? printf(\"%d\\n\", a) : 7)",
                "%fifth = OpIEqual %bool %i %long_5\nOpSelectionMerge %end None\n"
                "OpBranchConditional %fifth %then %end\n%then = OpLabel\n"
                "%format = OpInBoundsPtrAccessChain %constant_char %text %long_0 %long_0\n"
                "%done = OpExtInst %int %std printf %format %a\nOpBranch %end\n"
                "%end = OpLabel\n%r = OpPhi %int %int_7 %entry %done %then",
                "%d = OpConstant %char 100\n%array = OpTypeArray %char %long_4\n"
                "%letters = OpConstantComposite %array %char_37 %d %char_10 %char_0\n"
                "%array_pointer = OpTypePointer UniformConstant %array\n"
                "%text = OpVariable %array_pointer UniformConstant %letters"}});
  const std::string text = output.text();
  const size_t half = text.size() / 2;
  EXPECT_GT(half, 1u);
  EXPECT_EQ(text.substr(0, half), text.substr(half));
}

}  // namespace
}  // namespace wherry::test
