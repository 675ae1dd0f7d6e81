// global: 512
// local: 64, 256
// arg: in int 512 = i * 37 % 101
// arg: out int 512 = 0
// arg: local 4 * L
// expect: out[i] = i % L == 0 ? 3 * sum(k, i, i + L - 1, in(k)) : 0
kernel void test(global const int *in, global int *out, local int *part) {
  int l = get_local_id(0), size = get_local_size(0), sum = 0;
  for (int way = 0; way < 3; ++way) {
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int o = 1; o < size; o *= 2) {
      int at = 2 * o * l;
      if (way == 0 && at < size) part[at] += part[at + o];
      if (way == 1 && l % (2 * o) == 0) part[l] += part[l + o];
      if (way == 2 && l < size / 2 / o) part[l] += part[l + size / 2 / o];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum += part[0];
  }
  if (l == 0) out[get_global_id(0)] = sum;
}
