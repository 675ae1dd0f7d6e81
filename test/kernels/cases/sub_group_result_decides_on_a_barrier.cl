// Barriers of the group behind what sub-groups have found out: all alike, which the compiler cannot see.
// options: -cl-std=CL3.0
// global: 96
// local: 96, 48, 12
// arg: out int 96
// expect: out[i] = 3 * (i / L * L + (i + 1) % L) + 2 * 3
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global int *out) {
  local int row[96];
  const size_t i = get_local_id(0), size = get_local_size(0);
  int rounds = 0, sum = 0;
  while (sub_group_any(rounds < 3)) {
    row[i] = (int)get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += row[(i + 1) % size];
    if (sub_group_all(sum >= 0)) {
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += work_group_broadcast(rounds, size - 1) - rounds + 2;
    }
    ++rounds;
  }
  out[get_global_id(0)] = sum;
}
