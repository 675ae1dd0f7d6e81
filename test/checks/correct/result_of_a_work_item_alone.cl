// global: 32
// local: 8
// options: -cl-std=CL3.0
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = i / 8 * 8 + 7
kernel void test(global const int *in, global int *out) {
  int value, id = get_local_id(0);
  if (id == 7) value = in[get_global_id(0)];
  out[get_global_id(0)] = work_group_broadcast(value, 7);
}
