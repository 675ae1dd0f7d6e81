// global: 16
// local: 1, 16
// arg: in int 6400 = i * 5
// arg: out int 6400
// arg: local 4 * 400
// expect: out[i] = in(i)
kernel void test(global const int *in, global int *out, local int *tile) {
  event_t ev[100];
  int rounds = 16 / get_num_groups(0), first = get_group_id(0) * rounds;
  for (int round = first; round < first + rounds; ++round) {
    for (int k = 0; k < 100; ++k) ev[k] = async_work_group_copy(tile + 4 * k, in + 400 * round + 4 * k, 4, 0);
    wait_group_events(100, ev);
    for (int k = get_local_id(0); k < 400; k += get_local_size(0)) out[400 * round + k] = tile[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
