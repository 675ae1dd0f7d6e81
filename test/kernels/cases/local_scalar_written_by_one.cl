// global: 64
// local: 1, 8, 64
// arg: out int 64
// expect: out[i] = i / L * 100
kernel void test(global int *out) {
  local int shared;
  if (get_local_id(0) == 0) shared = get_group_id(0) * 100;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared;
}
