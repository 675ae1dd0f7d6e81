// global: 32
// local: 8, 32
// arg: in int 32 = i
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i
// check: event 0 of 1 is 0
// check: event 0 of 2 is 0
// check: event 0 of 1 has been waited for already
// check: the number of events is -1
// check: the number of events is -2147483648
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t none = 0, none_of_two[2];
  none_of_two[0] = none_of_two[1] = none;
  wait_group_events(1, &none);
  wait_group_events(2, none_of_two);
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(0, &e);
  wait_group_events(1, &e);
  wait_group_events(1, &e);
  wait_group_events(-1, &e);
  wait_group_events(-2147483647 - 1, &e);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
