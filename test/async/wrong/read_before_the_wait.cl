// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i * 3
// seen by a schedule
// check: line 13:33 ... race: reads argument 2 'tile' (64 bytes, local), into which the copy of line 12:15 is still pending
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
  wait_group_events(1, &e);
}
