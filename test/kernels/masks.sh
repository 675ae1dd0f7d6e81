#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Masks whose upper half is known to be empty are no copies of what they were made from (compiler/codegen/workarounds/mask_moves.h).
# masks.sh WHERRYC
set -eu
grep -qw avx512dq /proc/cpuinfo || exit 0
source='__attribute__((reqd_work_group_size(8, 8, 1))) kernel void f(uint m, uint n, uint ld, global int *a, global int *b) {
  uint x = get_local_id(0) * 2, y = get_local_id(1), sum = 0;
  for (uint k = 0; k < n; ++k) sum += x < m ? a[k * ld + x] * (x + k) : 0;
  b[y * 8 + x / 2] = sum;
  if (x < m && y < n) a[y * ld + x] = sum;
}'
assembly=$(echo "$source" | "$1" - -cl-wherry-vector-width=16 --asm -o -)
echo "$assembly" | grep -qE 'kand[bw]' || { echo "no such mask"; exit 1; }
if echo "$assembly" | grep -E 'kmov[bw]\s+%k[0-7], %k'; then exit 1; fi
