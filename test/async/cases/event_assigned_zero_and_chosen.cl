// global: 64
// local: 8, 16
// arg: in int 128 = i * 3
// arg: out int 64
// arg: local 8 * L
// expect: out[i] = i / L % 2 ? in(i + 64) : in(i)
// check: wait on an event that is not pending: event ... of 2 has been waited for already
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  event_t list[2] = {0}, chosen;
  list[0] = 0;
  list[0] = async_work_group_copy(tile, in + base, n, list[0]);
  list[1] = async_work_group_copy(tile + n, in + 64 + base, n, list[1]);
  bool odd = get_group_id(0) % 2;
  chosen = odd ? list[1] : list[0];
  wait_group_events(1, &chosen);
  out[base + id] = tile[(odd ? n : 0) + id];
  wait_group_events(2, list);
}
