#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The loops of a kernel with async copies make a part of them, and no other kernel's do.
# ahead.sh WHERRYC
set -eu
loop='for (uint i = l; i < n; i += 64) { float v = tile[i]; for (uint k = 0; k < m; ++k) v = v * v + 1; tile[i] = v; sum += v; }'
kernel() {
  echo "kernel void f(global const float *in, global float *out, local float *tile, uint n, uint m) {
    size_t l = get_local_id(0);
    float sum = 0;
    for (uint t = 0; t < m; ++t) {
      $1
      barrier(CLK_LOCAL_MEM_FENCE);
      $loop
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
  }" | "$wherryc" - --asm -o - 2>/dev/null | grep -c prefetchnta || true
}
wherryc=$1
[ "$(kernel 'event_t e = async_work_group_copy(tile, in + t * n, n - 1, 0); wait_group_events(1, &e);')" -ge 1 ]
[ "$(kernel 'tile[l] = in[t * n + l];')" -eq 0 ]
