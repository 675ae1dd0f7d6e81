// SPDX-License-Identifier: Apache-2.0
// Includes BODY for every type and width.
#include "for_floats.h"
#include "for_integers.h"
