// global: 1024
// local: 64
// arg: in int 1024 = i * 7 % 1009
// arg: out int 1024
// arg: value int 32
// arg: value int 5
// expect: out[i] = in(i / 32 * 32 + (i + 1) % 32) + i / 32 * 1000
kernel void test(global const int *in, global int *out, int n, int log_n) {
  int g = get_global_id(0), row = g >> log_n, column = g & (n - 1);
  out[(row << log_n) + column] = in[(row << log_n) + ((column + 1) & (n - 1))] + row * 1000;
}
