// global: 16
// local: 1, 4, 16
// arg: in short 80 = i * 3
// arg: out short 112 = -1
// arg: local 2 * L
// expect: out[i] = i % 7 ? -1 : in(i / 7 * 5) + 1
kernel void test(global const short *in, global short *out, local short *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = async_work_group_strided_copy(tile, in + base * 5, n, 5, 0);
  wait_group_events(1, &e);
  tile[get_local_id(0)] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_strided_copy(out + base * 7, tile, n, 7, 0);
  wait_group_events(1, &e);
}
