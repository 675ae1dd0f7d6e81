// global: 8x8
// local: 4x4
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 10:13 10:13
kernel void test(global const int *in, global int *out) {
  local int column[4];
  int x = get_local_id(0), y = get_local_id(1);
  column[y] = in[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * 8 + get_global_id(0)] = column[x];
}
