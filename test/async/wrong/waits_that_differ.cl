// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i * 3
// seen by a schedule
// check: line 17:3 ... divergent arguments: work-item (8,0,0) passes another event than work-item (0,0,0) waits for
// check: copy without a wait
// check: race: reads argument 2 'tile'
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, half_of_it = n / 2;
  event_t ev[2];
  ev[0] = async_work_group_copy(tile, in + base, half_of_it, 0);
  ev[1] = async_work_group_copy(tile + half_of_it, in + base + half_of_it, half_of_it, 0);
  // Each waits for the half that it reads.
  wait_group_events(1, ev + get_local_id(0) / half_of_it);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
