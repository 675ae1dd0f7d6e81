// SPDX-License-Identifier: Apache-2.0
// Correct kernels that look like wrong ones: no report.
#include "common/case_file.h"

static const bool registered = wherry::test::register_case_files("CorrectKernel", WHERRY_TEST_DIR "/correct");
