// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = (1 << i % 32) + (i % 8)
kernel void test(global const int *in, global int *out) {
  int x = in[get_global_id(0)];
  char4 c = (char4)(8) >> (char4)(x);
  out[get_global_id(0)] = (1 << x) + x % 8 + 0 * c.x;
}
