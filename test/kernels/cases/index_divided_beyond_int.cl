// global: 64
// local: 64, 16
// arg: out long 64
// arg: value uint 2147483640
// arg: value uint 4294967295
// expect: out[i] = i < 8 ? 2147483640 + i : 2147483640 + i - 4294967296
// A remainder of 2^31 and more is a negative int.
kernel void test(global long *out, uint base, uint n) {
  uint i = base + (uint)get_global_id(0);
  out[get_global_id(0)] = (int)(i % n);
}
