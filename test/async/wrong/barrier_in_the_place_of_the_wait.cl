// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// expect: out[i] = i * 3
// seen by a schedule
// check: line 12:3 ... copy without a wait: the work-group ends while it is pending
// check: line 14:33 ... race: reads local array 'tile' (64 bytes), into which the copy of line 12:3 is still pending
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  async_work_group_copy(tile, in + base, n, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
