// global: 64
// local: 1, 8, 64
// arg: flag int 1 = 1
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i / L * L + (L - 1 - i % L) + 1000
kernel void test(global const int *flag, global int *out, local int *shared) {
  int id = get_local_id(0), value = 7;
  if (*flag) {
    shared[id] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    value = shared[get_local_size(0) - 1 - id];
  } else {
    value = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value + 1000;
}
