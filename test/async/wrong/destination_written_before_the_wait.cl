// global: 64
// local: 16
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i % 4 ? 7 : -1
// seen by a schedule
// check: race: writes argument 0 'out' (256 bytes), into which the copy of line 12:15 is still pending
kernel void test(global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  tile[get_local_id(0)] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + base, tile, n, 0);
  if (get_local_id(0) % 4 == 0) vstore4((int4)(-1, 7, 7, 7), get_local_id(0) / 4, out + base);
  wait_group_events(1, &e);
}
