// global: 64
// local: 16, 64
// options: -cl-std=CL3.0
// arg: in int 64 = i * 7 % 31
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = in(i) + sum(k, i / L * L, i / L * L + L - 1, in(k) + 1)
// All come to each operation, which the compiler cannot see.
kernel void test(global const int *in, global int *out, local int *tile) {
  int i = get_global_id(0), x = in[i], sum = 0;
  event_t copied = async_work_group_copy(tile, in + get_group_id(0) * get_local_size(0), get_local_size(0), 0);
  if (x < 100) sum = work_group_reduce_add(x + 1);
  wait_group_events(1, &copied);
  out[i] = sum + tile[get_local_id(0)];
}
