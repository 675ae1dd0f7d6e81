// Functions of all of a sub-group where each sub-group goes a way of its own, and functions of some in branches.
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// global: 96
// local: 96, 20, 8
// arg: in int 96 = i % 7
// arg: out int 96
// arg: some int 96
// expect: out[i] = (i % L / 8 % 2 ? 1 : min(8, L - i % L / 8 * 8)) * (i % L / 8 + 1) + in(i / L * L + i % L / 8 * 8)
// expect: some[i] = i % L % 8 % 2 ? 1 : i % L % 8 < 4 ? 10 * min(4, L - i % L / 8 * 8) / 2 : 0
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out,
                                                               global int *some) {
  const size_t i = get_global_id(0);
  const uint lane = get_sub_group_local_id(), group = get_sub_group_id();
  int sum = 0;
  for (uint round = 0; round <= group; ++round)
    if (group & 1)
      sum += sub_group_any(lane == 0);
    else
      sum += sub_group_reduce_add(1);
  out[i] = sum + sub_group_broadcast(in[i], group / 99);
  int of_some = 0;
  if (lane & 1)
    of_some = sub_group_non_uniform_broadcast((int)lane, 1);
  else if (lane < 4)
    of_some = 10 * sub_group_non_uniform_reduce_add(1) + 0 * sub_group_rotate(1, 0);
  some[i] = of_some;
}
