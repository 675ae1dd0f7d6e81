#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A kernel of half on a processor with F16C: work-items as lanes, and no calls.
# halves.sh WHERRYC
set -eu
grep -qw f16c /proc/cpuinfo || exit 0
source='#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void f(global half *a, global const half *b, global const double *d, global const int *n) {
  size_t i = get_global_id(0);
  half x = a[i] * b[i] + sqrt(b[i]) / exp(a[i]);
  x = fma(x, floor(b[i]), fmax(b[i], (half)n[i])) + rint(x);
  a[i] = x < b[i] ? (half)d[i] : convert_half_rtz(d[i]);
}'
assembly=$(echo "$source" | "$1" - --asm --explain -o - 2>&1)
echo "$assembly" | grep -q 'vectorised, [1-9]' || { echo "$assembly" | head; echo "not vectorised"; exit 1; }
if echo "$assembly" | grep -E '^\s+call'; then exit 1; fi
