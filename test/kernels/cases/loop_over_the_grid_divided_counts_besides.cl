// global: 64
// local: 16
// arg: out uint 1024
// arg: value uint 1024
// arg: value uint 32
// expect: out[i] = i / 64 * 2
kernel void test(global uint *out, uint n, uint w) {
  uint r = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    out[i / w * w + i % w] = r;
    r += 2;
  }
}
