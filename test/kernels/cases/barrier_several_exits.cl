// global: 64
// local: 4, 16
// arg: out int 64 = -1
// arg: local 4 * L
// expect: out[i] = i / L % 3 == 0 ? i / L * L : i / L % 3 == 1 ? i / L * L + L - 1 : i / L * L + (i + 1) % L + 500
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), group = get_group_id(0);
  shared[id] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (group % 3 == 0) {
    out[get_global_id(0)] = shared[0];
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (group % 3 == 1) {
    out[get_global_id(0)] = shared[size - 1];
    return;
  }
  int value = shared[(id + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[id] = value + 500;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[id];
}
