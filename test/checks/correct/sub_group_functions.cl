// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 1
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
kernel void test(global const int *in, global int *out) {
  uint size = get_sub_group_size(), lane = get_sub_group_local_id();
  int sum = 0, value = in[get_global_id(0)];
  if (get_sub_group_id() % 2 == 0) sum = sub_group_reduce_add(value); else sum = sub_group_reduce_add(value + 0);
  int expected = 0;
  for (uint k = 0; k < size; ++k) expected += sub_group_shuffle(value, k);
  int other = sub_group_shuffle_xor(value, 1 % size);
  if (lane % 2) other = value;
  uint4 ballot = sub_group_ballot(value % 2);
  int first = sub_group_broadcast(value, 0);
  if (lane < 2) first = sub_group_non_uniform_broadcast(value, 0);
  out[get_global_id(0)] = sum == expected && first <= value && (other == value || lane % 2 == 0) &&
                          sub_group_ballot_bit_count(ballot) <= size;
}
