// global: 64
// local: 16
// arg: out int 64
// expect: out[i] = 15
kernel void test(global int *out) {
  uint i = get_global_id(0);
  float x = nan(i * 60000);
  double2 d = nan((ulong2)(i, i + 1ul << 40));
  out[i] = isnan(x) + 2 * ((as_uint(x) & 0x3fffff) == i * 60000) - 4 * isnan(d).y +
           8 * ((as_ulong2(d).y & 0x7ffffffffffff) == i + 1ul << 40);
}
