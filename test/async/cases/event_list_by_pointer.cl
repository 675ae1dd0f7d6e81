// global: 32
// local: 8
// options: -cl-std=CL1.2
// arg: in int 32 = i
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i
// check: wait on an event that is not pending: event 0 of 3 is 0
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t list[3];
  list[0] = list[1] = (event_t)0;
  list[2] = async_work_group_copy(tile, in + base, n, 0);
  event_t *p = list;
  wait_group_events(3, p);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
