#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Blocks of sub-groups are loads and stores of whole vectors, however their pointer is computed, and are fetched ahead.
# blocks.sh WHERRYC
set -eu
source='__attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(64, 1, 1)))
kernel void f(global const uint *a, global uint *b, global const ulong *c) {
  const uint first = get_global_id(0) / 8 * 8;
  intel_sub_group_block_prefetch_ul8(c + first * 8);
  const uint4 x = intel_sub_group_block_read4(a + first * 4);
  intel_sub_group_block_write4(b + first * 4, x * x);
}'
ir=$(echo "$source" | "$1" - -cl-wherry-cpu-level=3 --emit-llvm=optimised -o -)
count() { echo "$ir" | grep -cE "$1" || true; }
loads=$(count 'load <8 x i32>, ptr addrspace\(1\)') stores=$(count 'store <8 x i32> .* ptr addrspace\(1\)')
[ "$loads" = 4 ] && [ "$stores" = 4 ] || { echo "$loads loads and $stores stores"; exit 1; }
if echo "$ir" | grep -E 'masked\.|gather|scatter|insertelement'; then exit 1; fi
[ "$(count 'call void @llvm.prefetch')" -ge 1 ] || { echo "nothing is fetched ahead"; exit 1; }
