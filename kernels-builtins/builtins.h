// SPDX-License-Identifier: Apache-2.0
// What every file of the library starts from: attributes, and the properties of the scalar types.
//
// A body is written once, in terms of an element type E and a width W (1, 2, 3, 4, 8, 16), in the part
// of a file under `#ifdef BODY`; for_widths.h includes the file again for each width, for_integers.h,
// for_floats.h and for_all.h for each type and width.
#pragma once
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define OVERLOAD __attribute__((overloadable))
#define SMALL __attribute__((overloadable, always_inline))  // inlined everywhere
#define PURE __attribute__((overloadable, const))           // left to the inliner
#define SMALL_PURE __attribute__((overloadable, always_inline, const))

// Not inlined, as it is rare and long: of kernel_abi/precompiled.def, named __... Its callers keep their constants in
// the registers that it leaves as they are, half of all.
#ifdef REGISTER_BITS
#define APART __attribute__((overloadable, const, noinline, intel_ocl_bicc))
#else
#define APART __attribute__((overloadable, const, noinline))
#endif

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define CAT3(a, b, c) CAT(a, CAT(b, c))
#define STRING_(a) #a
#define STRING(a) STRING_(a)

// Types by element: UNSIGNED(E) and so on are element types, VEC makes them as wide as the body's.
#define SIGNED_OF_char char
#define SIGNED_OF_uchar char
#define SIGNED_OF_short short
#define SIGNED_OF_ushort short
#define SIGNED_OF_int int
#define SIGNED_OF_uint int
#define SIGNED_OF_long long
#define SIGNED_OF_ulong long
#define SIGNED_OF_half short
#define SIGNED_OF_float int
#define SIGNED_OF_double long
#define SIGNED_OF(e) CAT(SIGNED_OF_, e)
#define UNSIGNED_OF(e) CAT(u, SIGNED_OF(e))

#define BITS_char 8
#define BITS_uchar 8
#define BITS_short 16
#define BITS_ushort 16
#define BITS_half 16
#define BITS_int 32
#define BITS_uint 32
#define BITS_float 32
#define BITS_long 64
#define BITS_ulong 64
#define BITS_double 64
#define BITS(e) CAT(BITS_, e)

#define IS_SIGNED_char 1
#define IS_SIGNED_uchar 0
#define IS_SIGNED_short 1
#define IS_SIGNED_ushort 0
#define IS_SIGNED_int 1
#define IS_SIGNED_uint 0
#define IS_SIGNED_long 1
#define IS_SIGNED_ulong 0
#define IS_SIGNED_half 1
#define IS_SIGNED_float 1
#define IS_SIGNED_double 1
#define IS_SIGNED(e) CAT(IS_SIGNED_, e)

#define IS_FLOAT_char 0
#define IS_FLOAT_uchar 0
#define IS_FLOAT_short 0
#define IS_FLOAT_ushort 0
#define IS_FLOAT_int 0
#define IS_FLOAT_uint 0
#define IS_FLOAT_long 0
#define IS_FLOAT_ulong 0
#define IS_FLOAT_half 1
#define IS_FLOAT_float 1
#define IS_FLOAT_double 1
#define IS_FLOAT(e) CAT(IS_FLOAT_, e)

// The integer of twice the width.
#define WIDE_char short
#define WIDE_uchar ushort
#define WIDE_short int
#define WIDE_ushort uint
#define WIDE_int long
#define WIDE_uint ulong
#define WIDE(e) CAT(WIDE_, e)

#define MAX_OF_char CHAR_MAX
#define MAX_OF_uchar UCHAR_MAX
#define MAX_OF_short SHRT_MAX
#define MAX_OF_ushort USHRT_MAX
#define MAX_OF_int INT_MAX
#define MAX_OF_uint UINT_MAX
#define MAX_OF_long LONG_MAX
#define MAX_OF_ulong ULONG_MAX
#define MAX_OF(e) CAT(MAX_OF_, e)
#define MIN_OF_char CHAR_MIN
#define MIN_OF_uchar 0
#define MIN_OF_short SHRT_MIN
#define MIN_OF_ushort 0
#define MIN_OF_int INT_MIN
#define MIN_OF_uint 0
#define MIN_OF_long LONG_MIN
#define MIN_OF_ulong 0
#define MIN_OF(e) CAT(MIN_OF_, e)

// Address spaces, as the tails of generated names.
#define FOR_WRITABLE_SPACES(m) m(__private) m(__local) m(__global) m(__generic)
#define FOR_SPACES(m) FOR_WRITABLE_SPACES(m) m(__constant)

#define FOR_INTEGERS(m) m(char) m(uchar) m(short) m(ushort) m(int) m(uint) m(long) m(ulong)
#define FOR_ALL(m) FOR_INTEGERS(m) m(half) m(float) m(double)

// For object code: as many as fill a register, and doubles for as many floats, as some functions of float are made in
// double.
#ifdef REGISTER_BITS
#define IS_WANTED (BITS(E) > 16 && (W * BITS(E) == REGISTER_BITS || (BITS(E) == 64 && W * 32 == REGISTER_BITS)))
#else
#define IS_WANTED 1
#endif

// Elementwise conversion to another element type at the body's width, and reinterpretation.
#define TO_SCALAR(e, x) ((e)(x))
#define TO_VECTOR(e, x) __builtin_convertvector(x, VEC(e))
#define AS(e, x) __builtin_astype(x, VEC(e))
