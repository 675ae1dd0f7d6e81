#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What becomes of accesses to images of any format, in the instructions that there are; on the CPU that these are for.
. "$(dirname "$0")/instructions.sh"

# Code inline has common formats behind comparisons, RGBA of halves as well.
code=$(instructions <<'EOF'
kernel void copy(read_only image2d_t from, write_only image2d_t to) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, read_imagef(from, at));
}
EOF
)
case $code in *vcvtph2ps*) ;; *) fail "halves are not inline" ;; esac
if echo "$code" | grep -q 'jmp.*\*'; then fail "formats by a table"; fi
# Two vectors share the checks. Rare calls leave the addresses of rows in registers.
bytes=$(echo "$code" | grep -B 4 'vpmovzxbd\|vpmovdb')
[ "$(echo "$bytes" | grep -c 'vpmovzxbd\|vpmovdb')" = 4 ] || fail "not two vectors of bytes"
if echo "$bytes" | grep -q '(%rsp)'; then fail "addresses of rows on the stack"; fi
# Texels that are only moved are not converted between images of one format: loads and stores in turns.
moves=$(echo "$code" | grep -A 1 'vmov.*,8), %zmm' | grep -c 'vmov.*%zmm[0-9]*, .*,8)' || true)
[ "$moves" -ge 3 ] || fail "halves are not moved as they are"

# Loops around texels with code inline stay loops.
code=$(instructions <<'EOF'
constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE;
kernel void mean(read_only image2d_t from, write_only image2d_t to) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = 0;
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++) sum += read_imagef(from, edge, (int2)(x + i, y + j));
  write_imagef(to, (int2)(x, y), sum * (1.0f / 25));
}
EOF
)
case $code in *vcvtph2ps*) ;; *) fail "loops around texels are unrolled" ;; esac
[ "$(echo "$code" | grep -c 'call.*fetch_float_row')" = 0 ] || fail "rows that leave the image keep no registers"

# A sum over texels by calls stays in registers.
code=$(instructions <<'EOF'
constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE;
kernel void sums(read_only image2d_t from, global float4 *to) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = 0;
  __attribute__((opencl_unroll_hint)) for (int j = -2; j <= 2; j++)
    __attribute__((opencl_unroll_hint)) for (int i = -2; i <= 2; i++)
      sum += read_imagef(from, edge, (int2)(x + i, y + j));
  to[y * get_global_size(0) + x] = sum;
}
EOF
)
[ "$(echo "$code" | grep -c 'call.*_plane\|call.*\*%r')" -ge 25 ] || fail "rows are not fetched"
[ "$(echo "$code" | grep -c 'zmm.*, [-0-9]*(%rsp)')" -lt 25 ] || fail "a sum goes through the stack"
