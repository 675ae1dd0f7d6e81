// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// arg: local 4 * L
// written: out
// races: 12:15 13:12
kernel void test(global const int *in, global int *out, local int *line) {
  int id = get_local_id(0);
  line[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = line[id ^ 1];
  line[id] = other;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = line[id];
}
