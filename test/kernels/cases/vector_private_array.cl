// global: 64
// local: 16, 64, 5
// options: -cl-std=CL3.0
// arg: in int 64 = i * 5 % 17
// arg: out int 64
// expect: out[i] = in(i) * 16 + in(i) % 8 + (i % 8 == in(i) % 8 ? 100 : in(i) * 2 + i % 8)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), table[8];
  for (int k = 0; k < 8; ++k) table[k] = in[i] * 2 + k;
  int at = in[i] % 8, was = table[at] + in[i] * 14;
  table[at] = 100;
  out[i] = was + table[i % 8];
}
