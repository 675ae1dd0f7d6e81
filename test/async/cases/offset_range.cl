// global: 32
// local: 8
// offset: 8
// arg: in int 40 = i * 3
// arg: out int 40
// arg: local 4 * L
// expect: out[i] = i < 8 ? 0 : i * 3
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_global_offset(0) + get_group_id(0) * n;
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
