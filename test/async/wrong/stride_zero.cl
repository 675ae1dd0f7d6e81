// global: 32
// local: 8, 32
// arg: in int 32 = 5
// arg: out int 64 = 6
// arg: local 4 * L
// expect: out[i] = i % (2 * L) ? 6 : 5
// check: line 13:15, ... stride 0: all elements come from one place in argument 0 'in' (128 bytes)
// check: line 16:7, ... stride 0: all elements go to one place in argument 1 'out' (256 bytes)
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0);
  tile[get_local_id(0)] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(tile, in, n, 0, 0);
  wait_group_events(1, &e);
  // Lines of one element, which all go to the same place.
  e = async_work_group_copy_2D2D(out, get_group_id(0) * 2 * n, tile, 0, 4, 1, n, 1, 0, 0);
  wait_group_events(1, &e);
}
