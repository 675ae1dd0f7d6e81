// global: 64
// local: 16
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i + 1
// seen by a schedule
kernel void test(global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  tile[get_local_id(0)] = get_global_id(0) + 1;
  event_t e = async_work_group_copy(out + base, tile, n, 0);
  wait_group_events(1, &e);
}
