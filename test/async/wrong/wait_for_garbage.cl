// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i * 3
// seen by a schedule
// check: wait on an event that is not pending: event 0 of 2 is not of this work-group
// check: copy without a wait
// check: race: reads argument 2 'tile'
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t ev[2];
  ev[0] = async_work_group_copy(tile, in + base, n, 0);
  ((ulong *)ev)[0] ^= 0x123456789abcdef;
  ((ulong *)ev)[1] = 77;
  wait_group_events(2, ev);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
