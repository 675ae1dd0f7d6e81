// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 4 = i
// arg: out int 64
// expect: out[i] = i / 16 == 0 ? 120 : i / 16 == 1 ? 15 : i / 16 == 2 ? i % 16 * (i % 16 + 1) / 2 : i
kernel void test(global const int *in, global int *out) {
  local int shared[16];
  int id = get_local_id(0), i = get_global_id(0), group = get_group_id(0);
  switch (in[group]) {
  case 0: out[i] = work_group_reduce_add(id); return;
  case 1:
    shared[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = shared[15];
    return;
  case 2: out[i] = work_group_scan_inclusive_add(id); break;
  default:
    for (int k = 0; k < in[group]; ++k) barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = i;
  }
}
