// global: 8
// local: 8
// arg: out int 32
// expect: out[i] = i % 2 ? i : -i
kernel void test(global int4 *out) {
  int i = get_global_id(0);
  int4 v = (int4)(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
  out[i] = (v & 1) != 0 ? v : -v;
}
