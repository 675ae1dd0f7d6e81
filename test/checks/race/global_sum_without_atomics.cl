// global: 64
// local: 1
// arg: in int 64 = i
// arg: sum int 1
// written: sum
// races: 8:8 8:8
kernel void test(global const int *in, global int *sum) {
  *sum += in[get_global_id(0)];
}
