// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:32, ... divergent call: 8 of 16 work-items have come to this copy
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  event_t e = 0;
  if (get_local_id(0) < 8) e = async_work_group_copy(tile, in, 16, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 0;
}
