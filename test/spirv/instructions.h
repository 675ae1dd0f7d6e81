// SPDX-License-Identifier: Apache-2.0
// Instructions of SPIR-V in assembly, each beside an expression of OpenCL C that gives the same.
#pragma once

#include <string>
#include <vector>

namespace wherry::test {

// A kernel of kWorkItems work-items in work-groups of kGroup and sub-groups of kSubGroup; each has its own a, b and c
// and stores r.
struct InstructionCase {
  // With "std " before it one of OpenCL.std.
  std::string name;
  // Types of a, b, c, then '>' and that of r; '|' before another such list. A type is OpenCL C's name of it, "bool"
  // with its components, or a letter that stands for several (with the same number of components where letters meet):
  //   i, u  every signed, every unsigned integer      f  every float                 h  float, no other width
  //   s     f's component                             t  bool                        k  int
  //   z, y  a signed, an unsigned integer of f's, i's or u's width
  // A character behind a type restricts its values: '~' 0 to 7, '!' -100 to 100 without 0, '.' -100 to 100, '^' finite
  // and so small that their sum is finite, '=' one value for each work-group. Without one: any, with special values.
  std::string types;
  // r in OpenCL C, of a, b and c; "$r", "$a": their types. pa, pb, pc, pr: pointers to global memory, i: the index in
  // them, l: in the work-group.
  std::string c;
  // What makes %r in assembly; without it, the instruction of %a, %b and %c (as many as `types` has). %pa, %pb, %pc,
  // %pr, %i and %l (long) as above. Types by OpenCL C's names of signed ones ("%int4", "%bool2", "%void"), "%$r"
  // for r's; pointers "%global_int", "%local_int", "%private_int", "%generic_int", "%constant_int"; constants "%int_5"
  // (0 to 64) of char, short, int, long, "%float_2" (0 to 8), "%int4_null", "%true", "%false". An instruction that
  // spirv-as does not know: "!word %type %r ...", the first word as a number.
  std::string body = "";
  // What stands before functions: types, constants, variables.
  std::string globals = "";
  // Lines of OpCapability and OpExtension.
  std::string needs = "";
  // A version of SPIR-V, where 1.0 is not enough.
  int minor = 0;
  // Functions behind the kernel's.
  std::string functions = "";
};

constexpr size_t kWorkItems = 64, kGroup = 16, kSubGroup = 8;

// The cases, each of which also needs these lines and this version of SPIR-V.
std::vector<InstructionCase> with_needs(std::vector<InstructionCase> cases, const std::string &needs, int minor = 0);

// Expects bit by bit what OpenCL C gives; the instruction that a module is refused for is named.
void expect_same(const std::vector<InstructionCase> &cases);

}  // namespace wherry::test
