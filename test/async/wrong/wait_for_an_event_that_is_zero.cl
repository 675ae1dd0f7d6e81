// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i * 3
// seen by a schedule
// check: line 15:3 ... wait on an event that is not pending: event 0 of 1 is 0
// check: line 14:3 ... copy without a wait
// check: race: reads
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = 0;
  async_work_group_copy(tile, in + base, n, e);
  wait_group_events(1, &e);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
