// global: 16
// local: 16
// arg: in int 16 = i
// arg: out int 16
// arg: value int 0 = 0
// expect: out[i] = i
kernel void test(global const int *in, global int *out, int none) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in, 16, 0);
  e = async_work_group_copy(tile + 16, in + 16, none, e);
  wait_group_events(1, &e);
  int mine[4] = {1, 2, 3, 4};
  __builtin_memcpy(mine + 4, mine, none);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
