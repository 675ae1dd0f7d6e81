// global: 32
// local: 16
// arg: in int 64 = i
// arg: out int 32
// expect: out[i] = (i / 16 * 32 + i % 16) + (i / 16 * 32 + 16 + 15 - i % 16)
kernel void test(global const int *in, global int *out) {
  local int tiles[2][16];
  int id = get_local_id(0), sum = 0;
  global const int *from = in + get_group_id(0) * 32;
  event_t events[2];
  events[0] = async_work_group_copy(tiles[0], from, 16, 0);
  for (int k = 0; k < 2; ++k) {
    if (k == 0) events[1] = async_work_group_copy(tiles[1], from + 16, 16, 0);
    wait_group_events(1, &events[k]);
    sum += tiles[k][k ? 15 - id : id];
  }
  out[get_global_id(0)] = sum;
}
