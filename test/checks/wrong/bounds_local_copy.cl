// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:15, ... work-group (0,0,0): out of bounds: the destination is bytes 0 to 128 of local array 'tile' (64 bytes)
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in, 32, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 0;
}
