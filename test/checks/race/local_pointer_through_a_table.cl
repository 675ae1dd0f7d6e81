// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 11:14 12:27
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  local int *places[2] = {tile + id, tile + (id + 1) % 16};
  *places[0] = id;
  out[get_global_id(0)] = *places[in[id] % 2];
}
