// global: 64
// local: 16
// arg: out uint 1088
// arg: value uint 1000
// expect: out[i] = i < 1064 ? i + 1 : 0
kernel void test(global uint *out, uint n) {
  uint i = get_global_id(0);
  bool again;
  do {
    out[i] = i + 1;
    again = i < n;
    i += get_global_size(0);
  } while (again);
}
