// SPDX-License-Identifier: Apache-2.0
// Includes BODY for every floating-point type and width.
#define E double
#include "for_widths.h"
#undef E
#define E float
#include "for_widths.h"
#undef E
#define E half
#include "for_widths.h"
#undef E
