// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = (i > 0 ? i - 1 : 0) + (i < 63 ? i + 1 : 0)
kernel void test(global const int *in, global int *out) {
  local int tile[18];
  int id = get_local_id(0), i = get_global_id(0);
  tile[id + 1] = in[i];
  if (id == 0 && i > 0) tile[0] = in[i - 1];
  if (id == 15 && i < 63) tile[17] = in[i + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  int left = i > 0 ? tile[id] : 0, right = i < 63 ? tile[id + 2] : 0;
  out[i] = left + right;
}
