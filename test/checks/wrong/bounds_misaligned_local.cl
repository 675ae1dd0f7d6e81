// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:15, ... misaligned: writes 4 bytes at byte 1 of local array 'tile' (96 bytes), which has to be a multiple of 4 bytes
kernel void test(global const int *in, global int *out) {
  local char tile[96];
  int id = get_local_id(0);
  local int *numbers = (local int *)(tile + 1);
  numbers[id] = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[id];
}
