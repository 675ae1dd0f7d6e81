// global: 8
// local: 4
// arg: out uint 8
// expect: out[i] = 1 + 110000
kernel void test(global uint *out) {
  uint far = 3;
  out[get_global_id(0)] = get_work_dim() + 10000 * get_global_size(1) + 100000 * get_local_size(far) +
                          get_global_id(1) + get_local_id(2) + get_group_id(far) + get_global_offset(1) +
                          (get_num_groups(far) - 1) + (get_num_groups(1) - 1);
}
