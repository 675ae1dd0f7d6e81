// global: 64
// local: 16
// arg: in uint 1024 = i * 7 % 1009
// arg: out uint 1024
// arg: value uint 1024
// arg: value uint 3
// expect: out[i] = in(i / 64 * 3)
kernel void test(global const uint *in, global uint *out, uint n, uint step) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    out[i] = *in;
    in += step;
  }
}
