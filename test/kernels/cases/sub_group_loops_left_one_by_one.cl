// What a ballot in a loop gave last is another for each that left in another round; break and continue.
// options: -cl-std=CL3.0
// global: 64
// local: 64, 16
// arg: out int 64
// arg: sums int 64
// expect: out[i] = 255 - ((1 << i % 8) - 1)
// expect: sums[i] = (i % 8 + 1) / 2 * (8 - (i % 8 + 1) / 2)
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global int *out, global int *sums) {
  const uint lane = get_sub_group_local_id();
  uint last = 0;
  for (uint round = 0; round <= lane; ++round) last = sub_group_ballot(1).x;
  out[get_global_id(0)] = (int)last;
  int sum = 0;
  for (uint round = 0;; ++round) {
    if (round == lane) break;
    if (round & 1) continue;
    sum += sub_group_non_uniform_reduce_add(1);  // 7 - round
  }
  sums[get_global_id(0)] = sum;
}
