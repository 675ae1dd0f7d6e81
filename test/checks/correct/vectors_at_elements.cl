// global: 16
// local: 16
// arg: in int 70 = i
// arg: out int 16
// expect: out[i] = 4 * i + 8
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int4 a = vload4(i, in + 1), b = ((global const int4 *)in)[i];
  int3 c = vload3(i, in + 22);
  local int tile[64];
  vstore4(a, i, tile);
  out[i] = vload2(2 * i, tile).y + 6 + (c.z < 0);
}
