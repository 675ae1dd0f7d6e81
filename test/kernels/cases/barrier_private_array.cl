// global: 32
// local: 1, 8, 32
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = sum(k, 0, 15, (i + 1) * k + i / L * L + (i + k) % L)
kernel void test(global int *out, local int *shared) {
  int mine[16], id = get_local_id(0), self = get_global_id(0), size = get_local_size(0);
  for (int k = 0; k < 16; ++k) mine[k] = (self + 1) * k;
  shared[id] = self;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 16; ++k) mine[15 - k] += shared[(id + 15 - k) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  int total = 0;
  for (int k = 0; k < 16; ++k) total += mine[k];
  out[self] = total;
}
