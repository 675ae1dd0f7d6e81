// global: 8x8
// local: 8x8
// arg: out int 64
// written: out
// check: line 11:20, ... out of bounds: reads 4 bytes at byte 256 of local array 'tile' (256 bytes)
kernel void test(global int *out) {
  local int tile[8][8];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 8 + x] = tile[y + 1][x];
}
