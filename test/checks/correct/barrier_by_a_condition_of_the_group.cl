// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i / 16 % 2
// arg: out int 64
// expect: out[i] = i / 16 % 2 ? 16 : 1
void meet(local int *sum, int add) {
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(sum, add);
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void test(global const int *in, global int *out) {
  local int sum;
  int id = get_local_id(0);
  if (id == 0) sum = 0;
  if (in[get_group_id(0) * 16]) {
    meet(&sum, 1);
    out[get_global_id(0)] = sum;
  } else {
    for (int k = in[get_group_id(0) * 16 + id]; k < 2; ++k) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = work_group_reduce_max(id) == 15;
  }
}
