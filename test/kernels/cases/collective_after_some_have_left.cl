// global: 64
// local: 16, 64
// options: -cl-std=CL3.0
// arg: out int 64 = -1
// expect: out[i] = i % L < 5 ? -1 : sum(k, 5, L - 1, k) + sum(k, 5, i % L, k)
// Forbidden by OpenCL; those that come count, and nothing worse happens.
kernel void test(global int *out) {
  int self = get_local_id(0);
  if (self < 5) return;
  int sum = work_group_reduce_add(self);
  out[get_global_id(0)] = sum + work_group_scan_inclusive_add(self);
}
