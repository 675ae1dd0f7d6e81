// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i * 3
// seen by a schedule
// check: line 17:3 ... wait on an event that is not pending: event 0 of 1 has been waited for already
// check: line 15:11 ... copy without a wait
// check: race: reads argument 2 'tile'
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t ev[2];
  ev[0] = async_work_group_copy(tile, in + base, n / 2, 0);
  ev[1] = async_work_group_copy(tile + n / 2, in + base + n / 2, n - n / 2, 0);
  wait_group_events(1, &ev[0]);
  wait_group_events(1, &ev[0]);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
