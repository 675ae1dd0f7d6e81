// global: 192
// local: 192, 64, 48
// arg: in int 100 = i * 3 + 1
// arg: out int 192
// arg: value uint 100
// expect: out[i] = i < 64 ? in((4294967232 + i) % 100) : in((i - 64) % 100)
// The dividend wraps around in a work-group.
kernel void test(global const int *in, global int *out, uint n) {
  uint g = (uint)get_global_id(0) + 0xffffffc0u;
  out[get_global_id(0)] = in[g % n] + (g / n > 42949672u);
}
