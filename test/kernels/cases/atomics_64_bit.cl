// global: 64
// local: 16
// arg: out long 2
// expect: out[i] = i ? 64 : 5000000000 * 64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void test(volatile global long *out) {
  atom_add(&out[0], 5000000000L);
  atom_inc(&out[1]);
}
