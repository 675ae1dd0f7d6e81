// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:17, ... divergent call: ... of 16 work-items have come to this copy; work-item ... is at the kernel's end
// check: line 13:5, ... divergent call: ... of 16 work-items have come to this wait; work-item ... is at the kernel's end
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  for (int k = 0; k < 1 + id / 8; ++k) {
    event_t e = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &e);
  }
  out[get_global_id(0)] = tile[id];
}
