// global: 64
// local: 1, 16, 64
// options: -cl-std=CL3.0
// arg: in int 64 = i % 10
// arg: out int 64
// expect: out[i] = in(i) == 3 ? i * 100 : in(i) + i
#pragma OPENCL EXTENSION cl_khr_expect_assume : enable
#ifndef cl_khr_expect_assume
#error "not there"
#endif
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), x = in[i];
  __builtin_assume(x < 10);
  if (__builtin_expect(x == 3, 0))
    out[i] = i * 100;
  else
    out[i] = (x < 11 ? x : 77) + __builtin_expect(i, 7);
}
