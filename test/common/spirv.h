// SPDX-License-Identifier: Apache-2.0
// SPIR-V modules for tests, by Clang's own back end.
#pragma once
#include <string>

namespace wherry::test {

// Throws with Clang's words where it cannot compile the source.
std::string spirv_of(const std::string &source, const std::string &options);
// Of assembly, in a version of SPIR-V, by SPIRV-Tools' spirv-as.
std::string assembled(const std::string &text, const std::string &version = "1.0");

}  // namespace wherry::test
