// SPDX-License-Identifier: Apache-2.0
// A library in the driver's place that crashes when a loader opens it.
#include <stdlib.h>

__attribute__((constructor)) static void crash(void) { abort(); }
