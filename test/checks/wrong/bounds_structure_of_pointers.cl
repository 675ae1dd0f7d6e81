// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 8:47, ... out of bounds: writes 4 bytes at byte 64 of local array 'tile' (64 bytes)
struct view { global const int *from; local int *to; };
void move(struct view v, int i) { v.to[i + 1] = v.from[i]; }
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  struct view v = {in + get_group_id(0) * 16, tile};
  move(v, id);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[1];
}
