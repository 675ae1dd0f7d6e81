// global: 32
// local: 16
// arg: out int 32
kernel void test(global int *out) {
  local int last[16];
  int id = get_local_id(0);
  out[get_global_id(0)] = last[id];
  last[id] = id;
}
