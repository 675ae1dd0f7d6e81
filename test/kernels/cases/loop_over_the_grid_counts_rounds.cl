// global: 64
// local: 16
// arg: out uint 1024
// arg: value uint 16
// expect: out[i] = i * 3 + 1
// The trip count is each work-item's own.
kernel void test(global uint *out, uint n) {
  uint i = get_global_id(0);
  for (uint k = 0; k < n; k++) {
    out[i] = i * 3 + 1;
    i += get_global_size(0);
  }
}
