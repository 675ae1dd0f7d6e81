// SPDX-License-Identifier: Apache-2.0
// A small table of shorts is permuted in registers, and its elements are extended to 64 bits, half a register at once.
// global: 64
// local: 16
// arg: n ulong 1 = 0
// arg: in int 64 = i % 3
// arg: out int 64
// expect: out[i] = i % 3 + 1
constant short table[] = {10689, 9};
kernel void test(global const ulong *n, global const int *in, global int *out) {
  const size_t i = get_global_id(0);
  out[i] = in[i] + (0UL == *n * table[(int)i & 1]);
}
