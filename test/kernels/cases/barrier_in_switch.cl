// global: 64
// local: 4, 16
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = (i / L % 4 == 0 ? i : i / L % 4 == 1 ? i / L * L + (i + 1) % L : i / L % 4 == 2 ? 7 + i / L * L + (i + 2) % L : -5) + i / L
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), value = 0;
  shared[id] = get_global_id(0);
  switch (get_group_id(0) % 4) {
    case 0:
      value = shared[id];
      break;
    case 1:
      barrier(CLK_LOCAL_MEM_FENCE);
      value = shared[(id + 1) % size];
      break;
    case 2:
      value = 7;
      barrier(CLK_LOCAL_MEM_FENCE);
      value += shared[(id + 2) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
      break;
    default:
      value = -5;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = value + get_group_id(0);
}
