#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How often a kernel's loop stands in what is built: builds are short, and branches are predicted.
# copies.sh WHERRYC
set -eu
# A sparse product goes item by item, and the loop over them is not unrolled: eight sums in a round and one for the rest.
products=$(echo '__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void f(global const uint *start, global const uint *column, global const float *a, global const float *x,
              global float *y) {
  uint row = get_global_id(0);
  float sum = 0;
  for (uint k = start[row]; k < start[row + 1]; ++k) sum += a[k] * x[column[k]];
  y[row] = sum;
}' | "$1" - --emit-llvm=optimised -o - | grep -c 'call float @llvm.fmuladd')
[ "$products" = 9 ] || { echo "a sparse product's loop stands there $products times"; exit 1; }
# Where it pays well, full vectors and masked ones are all.
lowered=$(echo 'kernel void f(global const uchar *in, global uchar *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int i = y * width + x;
  out[i] = (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]) / 4;
}' | "$1" - --emit-llvm=lowered --explain -o - 2>&1)
echo "$lowered" | grep -q 'vectorised, [1-9]' || { echo "not vectorised"; exit 1; }
if echo "$lowered" | grep '^rest'; then echo "a third copy"; exit 1; fi
