// global: 32
// local: 16
// arg: in int 64 = i
// arg: out int 32
// written: out
// races: 11:17 13:12
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0), sum = 0;
  for (int step = 0; step < 2; ++step) {
    event_t e = async_work_group_copy(tile, in + step * 16, 16, 0);
    wait_group_events(1, &e);
    sum += tile[15 - id];
  }
  out[get_global_id(0)] = sum;
}
