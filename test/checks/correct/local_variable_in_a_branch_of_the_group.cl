// global: 32
// local: 8
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = i < 16 ? i / 8 * 8 + 7 - i % 8 : i
kernel void test(global const int *in, global int *out) {
  int id = get_local_id(0), i = get_global_id(0);
  local int tile[8];
  local long others[8];
  if (get_group_id(0) < 2) {
    tile[id] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[7 - id];
  } else {
    others[7 - id] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = others[7 - id];
  }
}
