// global: 64
// local: 16, 64
// options: -cl-std=CL3.0
// arg: in int 64 = i * 7 % 31
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = sum(k, i / L * L, i, in(k)) + sum(k, i / L * L, i / L * L + L - 1, in(k))
kernel void test(global const int *in, global int *out, local int *tile) {
  event_t copied = async_work_group_copy(tile, in + get_group_id(0) * get_local_size(0), get_local_size(0), 0);
  int sum = work_group_reduce_add(in[get_global_id(0)]);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = sum + work_group_scan_inclusive_add(tile[get_local_id(0)]);
}
