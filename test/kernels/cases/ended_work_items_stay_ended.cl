// global: 64
// local: 16, 64
// arg: in int 64 = i
// arg: out int 64 = -1
// expect: out[i] = i % L < 5 || i % 4 == 3 ? -1 : i + 1
kernel void test(global const int *in, global int *out) {
  local int tile[64];
  size_t id = get_local_id(0), i = get_global_id(0);
  if (id < 5) return;
  tile[id] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i % 4 == 3) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[id] + 1;
}
