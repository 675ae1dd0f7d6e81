// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i * 3
// seen by a schedule
// check: wait on an event that is not pending: the number of events is -1
// check: copy without a wait
// check: race: reads argument 2 'tile'
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(-1, &e);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
