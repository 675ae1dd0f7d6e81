// SPDX-License-Identifier: Apache-2.0
// Includes BODY for every integer type and width.
#define E char
#include "for_widths.h"
#undef E
#define E uchar
#include "for_widths.h"
#undef E
#define E short
#include "for_widths.h"
#undef E
#define E ushort
#include "for_widths.h"
#undef E
#define E int
#include "for_widths.h"
#undef E
#define E uint
#include "for_widths.h"
#undef E
#define E long
#include "for_widths.h"
#undef E
#define E ulong
#include "for_widths.h"
#undef E
