// SPDX-License-Identifier: Apache-2.0
// Kernels with one mistake each: reported where it stands, and by whom; what they write stays inside of their buffers.
#include "common/case_file.h"

static const bool registered =
    wherry::test::register_case_files("WrongKernel", WHERRY_TEST_DIR "/wrong", /*compare=*/false);
