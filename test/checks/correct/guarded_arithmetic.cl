// global: 64
// local: 16
// arg: in int 64 = i - 32
// arg: out int 64
// expect: out[i] = in(i) ? 100 / in(i) + 100 % in(i) : -1
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), x = in[i], least = -2147483647 - 1;
  int q = x ? 100 / x : 0, r = x != 0 ? 100 % x : -1;
  int4 v = (int4)(x, x, x, x), w = (int4)(100) / select(v, (int4)(1), v == 0);
  int p = x == -1 ? 0 : x == 0 ? 0 : least / x;
  if (x && w.x != q) q = 1000;
  if (p == 5) q = 0;
  out[i] = q + r;
}
