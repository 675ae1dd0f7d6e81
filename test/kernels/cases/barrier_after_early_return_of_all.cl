// global: 64
// local: 1, 16
// arg: out int 64 = -1
// arg: local 4 * L
// expect: out[i] = i / L % 2 ? -1 : i / L * L + (i + 1) % L
kernel void test(global int *out, local int *shared) {
  if (get_group_id(0) % 2) return;
  int id = get_local_id(0);
  shared[id] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[(id + 1) % get_local_size(0)];
}
