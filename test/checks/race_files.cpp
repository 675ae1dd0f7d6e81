// SPDX-License-Identifier: Apache-2.0
// Kernels whose work-items race: both places are named.
#include "common/case_file.h"

static const bool registered =
    wherry::test::register_case_files("RacingKernel", WHERRY_TEST_DIR "/race", /*compare=*/false);
