// Who has returned does not count, nor who waits where paths meet again.
// options: -cl-std=CL3.0
// global: 64
// local: 64, 32, 8
// arg: out int 64
// expect: out[i] = i % 8 == 3 ? -1 : 100247 + (i % 2 ? 3000 : 40000)
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global int *out) {
  const int lane = (int)get_sub_group_local_id();
  global int *to = out + get_global_id(0);
  if (lane == 3) {
    *to = -1;
    return;
  }
  int all = sub_group_non_uniform_reduce_add(1 << lane);  // 247
  if (lane & 1)
    all += 1000 * sub_group_non_uniform_reduce_add(1);  // 1, 5, 7: 3
  else
    all += 10000 * sub_group_non_uniform_reduce_add(1);  // 0, 2, 4, 6: 4
  *to = all + 100000 * sub_group_non_uniform_reduce_add(lane == 0);
}
