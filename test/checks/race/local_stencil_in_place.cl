// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// written: out
// races: 12:35 12:37 | 12:35 12:52
kernel void test(global const int *in, global int *out) {
  local int line[16];
  int id = get_local_id(0);
  line[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id > 0 && id < 15) line[id] = line[id - 1] + line[id + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = line[id];
}
