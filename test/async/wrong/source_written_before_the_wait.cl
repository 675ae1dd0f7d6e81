// global: 64
// local: 16
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i + 1
// seen by a schedule
// check: line 13:25 ... race: writes argument 1 'tile' (64 bytes, local), from which the copy of line 12:15 is still pending
kernel void test(global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  tile[get_local_id(0)] = get_global_id(0) + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + base, tile, n, 0);
  tile[get_local_id(0)] = -2;
  wait_group_events(1, &e);
}
