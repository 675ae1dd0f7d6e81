// global: 16
// local: 1, 4, 16
// arg: in int 512 = i * i % 1000
// arg: out int 512
// arg: local 8 * 32
// expect: out[i] = 2 * in(i) + 1
kernel void test(global const int *in, global int *out, local int *tiles) {
  event_t ev[2];
  int tiles_per_group = 16 / get_num_groups(0), first = get_group_id(0) * tiles_per_group;
  ev[0] = async_work_group_copy(tiles, in + first * 32, 32, 0);
  for (int t = 0; t < tiles_per_group; ++t) {
    if (t + 1 < tiles_per_group)
      ev[(t + 1) & 1] = async_work_group_copy(tiles + 32 * ((t + 1) & 1), in + (first + t + 1) * 32, 32, 0);
    wait_group_events(1, &ev[t & 1]);
    for (int k = get_local_id(0); k < 32; k += get_local_size(0))
      out[(first + t) * 32 + k] = 2 * tiles[32 * (t & 1) + k] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
