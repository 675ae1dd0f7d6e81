// global: 64
// local: 1
// arg: in int 64 = i
// arg: sum int 1
kernel void test(global const int *in, global int *sum) {
  *sum += in[get_global_id(0)];
}
