// global: 32
// local: 8, 32
// arg: in int 32 = 5
// arg: out int 32 = 6
// arg: done int 32
// arg: local 4 * L
// expect: out[i] = i % L ? 6 : 5
// expect: done[i] = 1
// check: stride 0: all elements come from one place
// check: stride 0: all elements go to one place in argument 1 'out' (128 bytes)
kernel void test(global const int *in, global int *out, global int *done, local int *tile) {
  size_t n = get_local_size(0);
  tile[get_local_id(0)] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(tile, in, n, 0, 0);
  wait_group_events(1, &e);
  e = async_work_group_strided_copy(out + get_group_id(0) * n, tile, n, 0, 0);
  wait_group_events(1, &e);
  done[get_global_id(0)] = 1;
}
