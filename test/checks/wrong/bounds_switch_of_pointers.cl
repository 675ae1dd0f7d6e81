// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 15:12, ... out of bounds: reads 4 bytes at address ... no argument's and no local variable's memory
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0), i = get_global_id(0), mine[16];
  tile[id] = id;
  mine[id] = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int *p = i % 2 ? (const int *)tile : (const int *)mine;
  out[i] = p[1 << 20];
}
