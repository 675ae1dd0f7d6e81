#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Long math functions are called, by lanes together, and not compiled with the kernel: its build would take long.
# precompiled.sh WHERRYC
set -eu
most=300  # instructions
for type in float double; do
  for call in 'sin(x)' 'cos(x)' 'tan(x)' 'sincos(x, &z)' 'pow(x, y)' 'powr(x, y)' 'pown(x, n)' 'rootn(x, n)' 'log(x)' 'log2(x)' \
      'log10(x)' 'log1p(x)' 'sinh(x)' 'asinh(x)' 'acosh(x)' 'atanh(x)' 'tanpi(x)' 'erfc(x)' 'tgamma(x)' 'lgamma(x)' \
      'lgamma_r(x, &n)' 'remainder(x, y)' 'remquo(x, y, &n)' 'cbrt(x)'; do
    assembly=$(echo "kernel void f(global $type *a, global int *m) {
      size_t i = get_global_id(0);
      $type x = a[i], y = x + 1, z;
      int n = m[i];
      a[i] = $call;
    }" | "$1" - --asm --explain -o - 2>&1)
    count=$(echo "$assembly" | grep -cE '^\s+[a-z]')
    echo "$assembly" | grep -q 'vectorised, [1-9]' || { echo "$call of $type is not vectorised"; exit 1; }
    echo "$assembly" | grep -qE '^\s+call' || { echo "$call of $type calls nothing"; exit 1; }
    [ "$count" -le $most ] || { echo "$call of $type: $count instructions"; exit 1; }
    [ -z "${SHOW:-}" ] || echo "$call $type $count"
  done
done
