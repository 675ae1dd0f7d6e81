// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:40, ... out of bounds: reads 4 bytes at byte 64 of local array 'tile' (64 bytes)
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0), sum = 0;
  tile[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k <= 16; ++k) sum += tile[k];
  out[get_global_id(0)] = sum;
}
