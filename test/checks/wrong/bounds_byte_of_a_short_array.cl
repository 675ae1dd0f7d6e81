// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:21, ... out of bounds: writes 1 byte at byte 31 of local array 'tile' (30 bytes)
kernel void test(global const int *in, global int *out) {
  local short tile[15];
  int id = get_local_id(0);
  local char *bytes = (local char *)tile;
  bytes[2 * id + 1] = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bytes[1];
}
