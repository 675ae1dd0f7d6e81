// options: -cl-std=CL2.0
// global: 32
// local: 8
// arg: out int 32
// written: out
// races: 9:11 9:11
global int counter;
kernel void test(global int *out) {
  counter += 1;
  out[get_global_id(0)] = 0;
}
