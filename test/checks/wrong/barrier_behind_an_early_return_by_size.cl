// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:3, ... divergent call: ... of 16 work-items come to this barrier; work-item ... does not
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int i = get_global_id(0), id = get_local_id(0);
  if (i >= 60) return;
  tile[id] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[(id + 1) % 8];
}
