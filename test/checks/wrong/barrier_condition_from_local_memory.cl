// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:19, ... divergent call: ... of 16 work-items come to this barrier; work-item ... does not
kernel void test(global const int *in, global int *out) {
  local int flags[16];
  int id = get_local_id(0);
  flags[id] = in[id] > 12;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!flags[id]) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = id;
}
