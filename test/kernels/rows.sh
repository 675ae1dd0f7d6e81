#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What becomes of rows, in the instructions that there are; on the CPU that these are for.
. "$(dirname "$0")/instructions.sh"

# A bound that is a power of two is one, where the sizes are known too.
code=$(instructions <<'EOF'
__attribute__((reqd_work_group_size(256, 1, 1))) kernel void add(global const float *a, global float *b) {
  uint i = get_global_id(0);
  if (i < 16777216) b[i] += a[i];
}
EOF
)
case $code in *gather* | *scatter*) fail "gathers behind a bound" ;; esac
case $code in *movnt*) fail "what is loaded is stored past the caches" ;; esac

# Results of which nothing is loaded may pass the caches by, whole structures too; not with an atomic operation, on
# which somebody may wait.
streams() { case $(instructions) in *vmovnt*) echo yes ;; *) echo no ;; esac; }
[ "$(echo 'kernel void k(global int *a, global const int *b) { size_t i = get_global_id(0); a[i] = b[i]; }' | streams)" = yes ] ||
  fail "rows are not streamed"
[ "$(echo 'kernel void k(global float4 *a, global const float *b) { size_t i = get_global_id(0); a[i] = b[i]; }' | streams)" = yes ] ||
  fail "rows of members are not streamed"
[ "$(echo 'kernel void k(global int *a, global const int *b, global int *c) {
  size_t i = get_global_id(0); a[i] = b[i]; atomic_inc(c); }' | streams)" = no ] || fail "streamed before an atomic operation"
[ "$(echo 'kernel void k(global int *a, global const int *b, int n) {
  size_t i = get_global_id(0); for (int k = 0; k < n; ++k) a[i] = b[i + k + get_local_id(1)]; }' | streams)" = no ] ||
  fail "streamed many times"
[ "$(echo 'kernel void k(global int *a, global const int *b, int n) {
  size_t i = get_global_id(0); for (int k = 0; k < n; ++k) a[i] = b[i + k]; }' | streams)" = yes ] ||
  fail "rows that buffers apart let a loop store once are not streamed"

# Rows that the hardware does not see coming, in rounds long enough to hide the wait.
prefetches() { case $(instructions) in *prefetcht0*) echo yes ;; *) echo no ;; esac; }
counts() {
  echo "kernel void k(global const uchar *a, local uint *bins, uint n, uint step) {
    for (uint i = get_global_id(0); i < n; i += $1) $2; }" | prefetches
}
[ "$(counts step 'atomic_inc(bins + a[i])')" = yes ] || fail "rows far apart are not prefetched"
[ "$(counts 65536 'atomic_inc(bins + a[i])')" = yes ] || fail "rows far apart by a constant are not prefetched"
[ "$(counts 256 'atomic_inc(bins + a[i])')" = no ] || fail "near rows are prefetched"
[ "$(counts step 'bins[i] += a[i]')" = no ] || fail "prefetched in short rounds"
