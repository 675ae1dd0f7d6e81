// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// written: out
// races: 10:22 11:40
kernel void test(global const int *in, global int *out) {
  local int found;
  int id = get_local_id(0);
  if (id == 0) found = 0;
  if (in[get_global_id(0)] == 5) found = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = found;
}
