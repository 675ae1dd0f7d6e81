// global: 32
// local: 8, 32
// arg: in int 32 = i
// arg: out int 32 = 5
// arg: local 4 * L
// expect: out[i] = 7
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  tile[get_local_id(0)] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t ev[4];
  ev[0] = async_work_group_copy(tile, in + base, 0, 0);
  ev[1] = async_work_group_strided_copy(tile, in + base, 0, 3, 0);
  ev[2] = async_work_group_copy(out + base, tile, 0, 0);
  ev[3] = async_work_group_strided_copy(out + base, tile, 0, 3, 0);
  wait_group_events(4, ev);
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
