// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: out int 32
// expect: out[i] = i % 8 % 2 ? in(i) : -1
kernel void test(global const int *in, global int *out) {
  local int values[8];
  local bool valid[8];
  int id = get_local_id(0), i = get_global_id(0);
  valid[id] = id % 2;
  if (id % 2) values[id] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = valid[id] ? values[id] : -1;
}
