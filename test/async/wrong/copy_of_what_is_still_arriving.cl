// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i
// seen by a schedule
// check: race: the copy reads argument 2 'tile' (64 bytes, local), into which the copy of line 11:15 is still pending
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  e = async_work_group_copy(out + base, tile, n, e);
  wait_group_events(1, &e);
}
