// global: 64
// local: 16, 64, 3
// options: -cl-std=CL3.0
// arg: in int 256 = i * i % 101
// arg: out int 256
// expect: out[i] = i % 4 == 3 ? in(i / 4 * 7 % 64 * 4 + 3) : in(i / 4 * 7 % 64 * 4 + i % 4) + in(i)
struct four { int a, b, c, d; };
kernel void test(global const struct four *in, global struct four *out) {
  size_t i = get_global_id(0);
  struct four far = in[i * 7 % 64], own = in[i], sum;
  sum.a = far.a + own.a;
  sum.b = far.b + own.b;
  sum.c = far.c + own.c;
  sum.d = far.d;
  out[i] = sum;
}
