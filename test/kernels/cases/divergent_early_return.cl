// global: 64
// local: 1, 16
// arg: out int 64 = -1
// expect: out[i] = i % 3 ? i : -1
kernel void test(global int *out) {
  int i = get_global_id(0);
  if (i % 3 == 0) return;
  out[i] = i;
}
