// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i % 5
// arg: out int 64
// expect: out[i] = 4
kernel void test(global const int *in, global int *out) {
  local int changed;
  int value = in[get_global_id(0)], id = get_local_id(0);
  do {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (value < 4) {
      ++value;
      atomic_or(&changed, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (changed);
  out[get_global_id(0)] = value;
}
