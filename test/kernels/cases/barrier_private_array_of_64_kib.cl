// global: 8
// local: 1, 2, 4
// arg: out int 8
// arg: local 4 * L
// expect: out[i] = sum(k, 0, 16383, 3 * k + i) + 1000 + 3 * ((i / L * L + (i + 1) % L) * 5003 % 16384) + i + 1000
kernel void test(global int *out, local int *shared) {
  int mine[16384], id = get_local_id(0), self = get_global_id(0);
  for (int k = 0; k < 16384; ++k) mine[k] = 3 * k + self;
  shared[id] = self * 5003 % 16384;
  barrier(CLK_LOCAL_MEM_FENCE);
  int chosen = shared[(id + 1) % get_local_size(0)];
  mine[chosen] += 1000;
  barrier(CLK_LOCAL_MEM_FENCE);
  int total = mine[chosen];
  for (int k = 0; k < 16384; ++k) total += mine[k];
  out[self] = total;
}
