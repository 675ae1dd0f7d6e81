// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = 5
// seen by a schedule
// check: race: the copy writes argument 2 'tile' (64 bytes, local), from which the copy of line 13:15 is still pending
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  tile[get_local_id(0)] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + base, tile, n, 0);
  e = async_work_group_copy(tile, in + base, n, e);
  wait_group_events(1, &e);
}
