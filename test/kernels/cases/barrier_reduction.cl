// global: 256
// local: 1, 2, 64, 256
// arg: in int 256 = i * 7 % 31 - 9
// arg: out int 256 = -1
// arg: local 4 * L
// expect: out[i] = i < G / L ? sum(k, 0, L - 1, in(i * L + k)) : -1
kernel void test(global const int *in, global int *out, local int *shared) {
  int id = get_local_id(0);
  shared[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (id < step) shared[id] += shared[id + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0) out[get_group_id(0)] = shared[0];
}
