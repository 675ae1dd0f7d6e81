// global: 256
// local: 16, 64, 256
// arg: value uint 37
// arg: in int 256 = i * 3
// arg: out int 256
// expect: out[i] = i < 219 ? (i + 37) * 3 : 0
// Behind a bound on which the lanes of a vector differ, those that go second have a first lane of their own.
kernel void test(uint from, global const int *in, global int *out) {
  uint i = get_global_id(0);
  if (i < from) return;
  out[i - from] = in[i];
}
