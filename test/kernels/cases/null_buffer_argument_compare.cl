// global: 4
// local: 4
// arg: out int 4 = 9
// expect: out[i] = 1
kernel void test(global int *out) {
  global int *nothing = 0;
  out[get_global_id(0)] = (nothing == 0) && (out != nothing);
}
