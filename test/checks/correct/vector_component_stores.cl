// global: 16
// local: 16
// arg: in int 16 = i * 3
// arg: out int 64
// expect: out[i] = i % 4 == 3 ? 0 : in(i / 4) + i % 4
kernel void test(global const int *in, global int4 *out) {
  local int4 tile[16];
  int i = get_global_id(0);
  tile[i].x = in[i];
  tile[i].yz = (int2)(in[i] + 1, in[i] + 2);
  out[i].xyz = tile[i].xyz;
}
