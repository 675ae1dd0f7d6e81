// global: 32
// local: 16
// arg: in int 128 = i
// arg: out int 128
// written: out
// races: 10:3 11:27
kernel void test(global const int4 *in, global int4 *out) {
  local int line[64];
  int id = get_local_id(0);
  vstore4(in[get_global_id(0)], id, line);
  out[get_global_id(0)] = vload4(0, line + (4 * id + 2) % 60);
}
