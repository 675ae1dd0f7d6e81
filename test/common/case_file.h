// SPDX-License-Identifier: Apache-2.0
// Kernel tests in one file: the format stands in test/README.md.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace wherry::test {

// Registers a GoogleTest for each *.cl file of the folder, as <suite>.<file's stem>; call it before
// RUN_ALL_TESTS, from a static initialiser. Without `compare` what a kernel computes is not looked at, only
// that it keeps to its buffers.
bool register_case_files(const char *suite, const std::string &folder, bool compare = true);

// The *.cl files of a folder, by name.
std::vector<std::filesystem::path> case_files(const std::string &folder);

}  // namespace wherry::test
