// global: 60
// local: 1, 7, 20
// options: -cl-std=CL3.0
// arg: value int 5
// arg: out int 60
// expect: out[i] = 5 * (min(60, i / L * L + L) - i / L * L) + 5 * (i % L + 1) + 3 * (i % L)
kernel void test(int x, global int *out) {
  out[get_global_id(0)] = work_group_reduce_add(x) + work_group_scan_inclusive_add(x) + work_group_scan_exclusive_add(3);
}
