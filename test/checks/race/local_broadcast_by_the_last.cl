// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// written: out
// races: 12:15 13:21
kernel void test(global const int *in, global int *out) {
  local int last;
  int id = get_local_id(0);
  if (id == 15) last = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = last;
  if (id == 0) last = value + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = value + last;
}
