// global: 64
// local: 1, 16
// arg: in int 256 = i * 7
// arg: out int 256
// arg: local 16 * L
// expect: out[i] = in(i) + i / 64
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  event_t ev[4];
  for (int k = 0; k < 4; ++k) ev[k] = async_work_group_copy(tile + k * n, in + 64 * k + base, n, 0);
  wait_group_events(2, ev + 1);
  out[64 + base + id] = tile[n + id] + 1;
  out[128 + base + id] = tile[2 * n + id] + 2;
  wait_group_events(1, &ev[3]);
  out[192 + base + id] = tile[3 * n + id] + 3;
  wait_group_events(1, ev);
  out[base + id] = tile[id];
}
