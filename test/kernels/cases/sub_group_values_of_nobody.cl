// Values of work-items that do not come, which are not used: a tree in which the upper work-items get none.
// options: -cl-std=CL3.0
// global: 64
// local: 64, 8
// arg: in int 64 = i % 7
// arg: out int 64
// arg: before int 64
// expect: out[i] = sum(k, 0, 7, in(i / 8 * 8 + k))
// expect: before[i] = i % 8 ? in(i - 1) : -1
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out,
                                                               global int *before) {
  const size_t i = get_global_id(0);
  const uint lane = get_sub_group_local_id();
  int sum = in[i];
  for (uint step = 4; step > 0; step /= 2) sum += sub_group_shuffle_down(sum, step);
  out[i] = sub_group_broadcast(sum, 0);
  const int last = sub_group_shuffle_up(in[i], 1);
  before[i] = lane > 0 ? last : -1;
}
