// global: 33 x 2
// local: null, 11x2, 8x1
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// options: -cl-std=CL3.0 -cl-wherry-vector-width=1
// arg: out int 66
// arg: value uint 268435456
// expect: out[i] = 4
// "Valid values of dimindx are 0 to get_work_dim() - 1. For other values": sizes and counts are 1, ids and offsets 0.
kernel void test(global int *out, uint n) {
  size_t sum = get_num_groups(n) + get_local_size(n) + get_enqueued_local_size(n) + get_global_size(n);
  sum += get_group_id(n) + get_global_offset(n) + get_global_id(n) + get_local_id(n);
  out[get_global_id(1) * 33 + get_global_id(0)] = sum;
}
