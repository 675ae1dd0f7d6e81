// Local memory is handed over within a sub-group, as often as its number says, without a barrier of the group.
// options: -cl-std=CL3.0
// global: 96
// local: 8, 12, 48, 96
// arg: out int 96
// expect: out[i] = i % L / 8 * 8 + (i % L % 8 + 1) % min(8, L - i % L / 8 * 8) + 10 * (i % L / 8 + 1)
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global int *out) {
  local int row[96];
  const size_t i = get_local_id(0);
  const uint next = (get_sub_group_local_id() + 1) % get_sub_group_size();
  int value = 0;
  for (uint r = 0; r <= get_sub_group_id(); ++r) {
    row[i] = (int)i + 10 * (int)(r + 1);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    value = row[i - get_sub_group_local_id() + next];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  }
  out[get_global_id(0)] = value;
}
