// A loop with two ways in, which the lanes take apart and in which they leave each other.
// options: -cl-std=CL3.0
// global: 48
// local: 16, 12
// arg: out int 48
// expect: out[i] = i % L % 8 + (i % L % 2 ? 0 : 100) + 1000
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global int *out) {
  const int lane = (int)get_sub_group_local_id();
  int k = 0, sum = 0;
  if (lane & 1) goto middle;
again:
  if (k == 0) sum += 100;
middle:
  ++k;
  sum += sub_group_non_uniform_all(k > 0);
  if (k < lane) goto again;
  if (lane == 0) --sum;
  out[get_global_id(0)] = sum + 1000 * sub_group_elect() + 1000 * (sub_group_broadcast_first(lane) != lane);
}
