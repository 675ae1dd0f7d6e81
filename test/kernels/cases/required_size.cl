// global: 64
// local: 16
// arg: out int 64
// expect: out[i] = 16 + i
__attribute__((reqd_work_group_size(16, 1, 1))) kernel void test(global int *out) {
  out[get_global_id(0)] = get_local_size(0) + get_global_id(0);
}
