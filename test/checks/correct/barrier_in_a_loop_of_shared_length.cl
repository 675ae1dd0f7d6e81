// global: 64
// local: 16
// arg: in int 64 = i % 16
// arg: out int 64
// expect: out[i] = 5 + i / 16
kernel void test(global const int *in, global int *out) {
  local int left, passed;
  int id = get_local_id(0);
  if (id == 0) left = 5 + get_group_id(0), passed = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (true) {
    int now = left;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (now == 0) break;
    if (in[get_global_id(0)] == now % 16) --left, ++passed;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = passed;
}
