// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:28, ... divergent call: ... of 16 work-items have come to this wait; work-item ... is at the barrier of line 11:3
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  event_t e = async_work_group_copy(tile, in, 16, 0);
  if (get_local_id(0) < 8) wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
