// global: 64
// local: 16
// arg: out int 190
// arg: local 8 * L
// expect: out[i] = i % 3 ? 0 : i / 3 + 1
// check: line 12:15, work-group (3,0,0): out of bounds: the destination is bytes 576 to 772 of argument 0 'out' (760 bytes)
// overruns: out
kernel void test(global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  tile[get_local_id(0)] = get_global_id(0) + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(out + 3 * base, tile, n + (base == 48), 3, 0);
  wait_group_events(1, &e);
}
