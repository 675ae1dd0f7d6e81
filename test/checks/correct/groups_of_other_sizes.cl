// global: 37
// local: 8
// options: -cl-std=CL3.0
// arg: in int 37 = i
// arg: local 4 * 8
// arg: out int 37
// expect: out[i] = i / 8 * 8 + (i + 1 < min(37, i / 8 * 8 + 8) ? i % 8 + 1 : 0)
kernel void test(global const int *in, local int *tile, global int *out) {
  int id = get_local_id(0), n = get_local_size(0);
  tile[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[(id + 1) % n];
  if (work_group_reduce_add(1) != n) out[get_global_id(0)] = -1;
}
