// global: 64
// local: 16
// arg: out int 64
// expect: out[i] = (i - 32) / 3 * 100000 + (i - 32) % 3 * 1000 + ((i - 32) >> 2) + (1 << (i & 31) % 8)
kernel void test(global int *out) {
  int i = get_global_id(0), v = i - 32;
  out[i] = v / 3 * 100000 + v % 3 * 1000 + (v >> 2) + (1 << ((i & 31) % 8 + 32));
}
