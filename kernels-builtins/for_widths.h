// SPDX-License-Identifier: Apache-2.0
// Includes BODY for each width of the element type E. In a body:
//   W   the width; VEC(e) the type of W elements e; T = VEC(E)
//   I, U  the integers, signed and unsigned, of T's size
//   B   what comparing two T gives: int for a scalar (0 or 1), I for a vector (0 or -1 in each)
//   TO(e, x)  converts x to VEC(e) element by element
#define T VEC(E)
#define I VEC(SIGNED_OF(E))
#define U VEC(UNSIGNED_OF(E))

#define W 1
#define VEC(e) e
#define B int
#define TO TO_SCALAR
#include BODY
#undef W
#undef VEC
#undef B
#undef TO

#define VEC(e) CAT(e, W)
#define B I
#define TO TO_VECTOR
#define W 2
#if IS_WANTED
#include BODY
#endif
#undef W
#define W 3
#if IS_WANTED
#include BODY
#endif
#undef W
#define W 4
#if IS_WANTED
#include BODY
#endif
#undef W
#define W 8
#if IS_WANTED
#include BODY
#endif
#undef W
#define W 16
#if IS_WANTED
#include BODY
#endif
#undef W

#undef VEC
#undef B
#undef TO
#undef T
#undef I
#undef U
