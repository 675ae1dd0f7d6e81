// global: 16x16
// local: 1x1, 4x4, 16x1, 1x16, 16x16
// arg: out int 256
// arg: local 4 * S
// expect: out[i] = (i / G / Ly * Ly + (Ly - 1 - i / G % Ly)) * G + i % G / L * L + (i % G + 1) % L
kernel void test(global int *out, local int *shared) {
  int x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);
  int self = get_global_id(1) * get_global_size(0) + get_global_id(0);
  shared[y * w + x] = self;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[self] = shared[(h - 1 - y) * w + (x + 1) % w];
}
