// global: 8
// local: 8
// arg: in int 320 = i * 5
// arg: out int 320
// arg: local 4 * 320
// expect: out[i] = in(i)
kernel void test(global const int *in, global int *out, local int *tile) {
  event_t ev[40];
  for (int k = 0; k < 40; ++k) ev[k] = async_work_group_copy(tile + 8 * k, in + 8 * k, 8, 0);
  for (int k = 39; k >= 0; --k) {
    wait_group_events(1, ev + k);
    out[8 * k + get_local_id(0)] = tile[8 * k + get_local_id(0)];
  }
}
