// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 10:8 10:8
global int count;
kernel void test(global const int *in, global int *out) {
  count++;
  out[get_global_id(0)] = 1;
}
