// global: 256
// local: 16
// arg: in int 256 = i
// arg: out int 256 = -1
// arg: local 4 * L
// expect: out[i] = i / 16 % 2 ? -1 : i
// check: copy without a wait
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  if (get_group_id(0) % 2) return;
  wait_group_events(1, &e);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
