// global: 64
// local: 16, 64
// arg: in uint 64 = i * 3
// arg: out uint 64
// expect: out[i] = i < 5 ? 1000 : in(i - 5) + in((i + 61) % 64)
kernel void test(global const uint *in, global uint *out) {
  uint i = get_global_id(0), before = i - 5;
  uint sum = 0;
  for (uint k = 0; k < 1; ++k) sum += in[(i + k + 61) % 64];
  out[i] = before < 64 ? in[before] + sum : 1000;
}
