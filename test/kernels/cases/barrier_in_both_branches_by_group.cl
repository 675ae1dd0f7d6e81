// global: 64
// local: 4, 16
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i / L % 2 ? i / L * L + (i + 1) % L : i / L * L + (i + L - 1) % L
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), value;
  shared[id] = get_global_id(0);
  if (get_group_id(0) % 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    value = shared[(id + 1) % size];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    value = shared[(id + size - 1) % size];
  }
  out[get_global_id(0)] = value;
}
