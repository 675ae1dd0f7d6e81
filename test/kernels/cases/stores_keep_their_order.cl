// global: 64
// local: 64, 16
// arg: in int 64 = i * 5 % 3
// arg: out int 256
// expect: out[i] = i % 4 == 3 ? i / 4 * 10 + i / 4 * 5 % 3 : i / 4 * 10 + i % 4
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[4 * i] = 10 * i;
  out[4 * i + 1] = 10 * i + 1;
  out[4 * i + 2] = 10 * i + 2;
  out[4 * i + 3] = out[4 * i + in[i]];
}
