// global: 4
// local: 4
// options: -DVALUE=41 -D FLAG -cl-std=CL1.2
// arg: out int 4
// expect: out[i] = 42
kernel void test(global int *out) {
#if defined(FLAG) && defined(__OPENCL_VERSION__) && __OPENCL_C_VERSION__ == 120
  out[get_global_id(0)] = VALUE + 1;
#endif
}
