// SPDX-License-Identifier: Apache-2.0
#include "common/case_file.h"

static const bool registered = wherry::test::register_case_files("KernelCase", WHERRY_TEST_DIR "/cases");
