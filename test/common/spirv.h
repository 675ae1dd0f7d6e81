// SPDX-License-Identifier: Apache-2.0
// SPIR-V modules for tests, by Clang's own back end.
#pragma once
#include <string>

namespace wherry::test {

// By Clang at WHERRY_TEST_SPIRV's level, "O0" to "O2"; "O1+opt": then by SPIRV-Tools' spirv-opt. Throws with their
// words where they cannot.
std::string spirv_of(const std::string &source, const std::string &options);
// What SPIRV-Tools' validator says, empty of a valid module.
std::string fault_of(const std::string &module);
// Of assembly, in a version of SPIR-V, by SPIRV-Tools' spirv-as.
std::string assembled(const std::string &text, const std::string &version = "1.0");

}  // namespace wherry::test
