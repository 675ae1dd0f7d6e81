// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 10:12 11:27
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  out[get_global_id(0)] = tile[15 - id];
}
