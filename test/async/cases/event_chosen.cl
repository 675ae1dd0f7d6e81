// global: 64
// local: 8, 16
// arg: in int 128 = i * 3
// arg: out int 64
// arg: local 8 * L
// expect: out[i] = i / L % 2 ? in(i + 64) : in(i)
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  event_t first = async_work_group_copy(tile, in + base, n, 0);
  event_t second = async_work_group_copy(tile + n, in + 64 + base, n, 0);
  bool odd = get_group_id(0) % 2;
  event_t chosen = odd ? second : first, other = odd ? first : second;
  wait_group_events(1, &chosen);
  out[base + id] = tile[(odd ? n : 0) + id];
  wait_group_events(1, &other);
}
