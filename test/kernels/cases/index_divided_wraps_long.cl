// global: 220
// local: 22, 220, 11
// arg: in int 515 = i * 3 + 1
// arg: out int 220
// expect: out[i] = i < 7 ? in((261 + i - 7 + 515) % 515) : in(i - 7)
// A dividend of 64 bits wraps around in a work-group: 2^64 is 261 modulo 515.
kernel void test(global const int *in, global int *out) {
  ulong i = get_global_id(0);
  out[i] = in[(i - 7) % 515];
}
