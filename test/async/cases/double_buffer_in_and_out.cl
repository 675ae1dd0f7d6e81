// global: 16
// local: 1, 4, 16
// arg: in float 1024 = i % 97
// arg: out float 1024
// arg: local 4 * 128
// expect: out[i] = in(i) * 3
kernel void test(global const float *in, global float *out, local float *memory) {
  event_t into[2], from[2];
  int tiles = 32 / get_num_groups(0), first = get_group_id(0) * tiles;
  into[0] = async_work_group_copy(memory, in + first * 32, 32, 0);
  for (int t = 0; t < tiles; ++t) {
    int now = t & 1, next = now ^ 1;
    if (t + 1 < tiles) into[next] = async_work_group_copy(memory + 32 * next, in + (first + t + 1) * 32, 32, 0);
    wait_group_events(1, &into[now]);
    if (t >= 2) wait_group_events(1, &from[now]);
    for (int k = get_local_id(0); k < 32; k += get_local_size(0))
      memory[64 + 32 * now + k] = memory[32 * now + k] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    from[now] = async_work_group_copy(out + (first + t) * 32, memory + 64 + 32 * now, 32, 0);
  }
  wait_group_events(2, from);
}
