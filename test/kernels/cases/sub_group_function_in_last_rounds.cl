// global: 64
// local: 64, 16
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// arg: out uint 64
// arg: twice uint 64
// expect: out[i] = 1
// expect: twice[i] = 1
// Each work-item's last round is another one.
kernel void test(global uint *out, global uint *twice) {
  uint lane = get_sub_group_local_id(), c = 99, r = 0;
  do {
    if (lane == r) c = sub_group_non_uniform_reduce_add(1u);
  } while (r++ != lane);
  out[get_global_id(0)] = c;
  for (uint k = 0; k <= lane; ++k)
    if (k == lane) c = sub_group_non_uniform_reduce_add(1u);
  twice[get_global_id(0)] = c;
}
