// global: 64
// local: 16
// arg: in int 128 = i
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i + 64
// seen by a schedule
// check: line 13:11 ... race: the copy writes argument 2 'tile' (64 bytes, local), into which the copy of line 12:11 is still pending
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t ev[2];
  ev[0] = async_work_group_copy(tile, in + base, n, 0);
  ev[1] = async_work_group_copy(tile, in + 64 + base, n, 0);
  wait_group_events(2, ev);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
