// global: 16
// local: 16
// arg: out int 64
// expect: out[i] = i % 4 == 0 ? i / 4 + 4 : i % 4 == 1 ? i / 4 + 3 : i % 4 == 2 ? i / 4 + 1 : i / 4 * 2
kernel void test(global int4 *out) {
  int i = get_global_id(0);
  int4 v = (int4)(i + 1, i + 2, i + 3, i + 4);
  v.xyz = v.wzx;
  v.s3 = 2 * i;
  out[i] = v;
}
