// global: 1000
// local: 96
// options: -cl-std=CL3.0
// arg: out int 1000
// expect: out[i] = i < 960 ? i : 10 * 40 + i - 960
// The last work-group is smaller, so this is no global id there.
kernel void test(global int *out) {
  out[get_global_id(0)] = get_group_id(0) * get_local_size(0) + get_local_id(0);
}
