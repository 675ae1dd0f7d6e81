// global: 60
// local: 1, 12, 20, 60
// options: -cl-std=CL3.0
// arg: out int 60
// expect: out[i] = sum(k, 0, 9, k * L + sum(j, 0, L - 1, j)) + sum(k, 0, 9, (L - 1 - k % L) * 3 + k)
// A value carried from round to round, a result that decides how many there are.
kernel void test(global int *out) {
  int total = 0, self = get_local_id(0);
  for (int k = 0; k < work_group_reduce_max(10 - self); ++k) {
    total += work_group_reduce_add(self + k);
    total += work_group_broadcast(self * 3 + k, get_local_size(0) - 1 - k % get_local_size(0));
  }
  out[get_global_id(0)] = total;
}
