// Kernel tests in one file: the format stands in test/README.md.
#pragma once
#include <string>

namespace wherry::test {

// Registers a GoogleTest for each *.cl file of the folder, as <suite>.<file's stem>; call it before
// RUN_ALL_TESTS, from a static initialiser.
bool register_case_files(const char *suite, const std::string &folder);

}  // namespace wherry::test
