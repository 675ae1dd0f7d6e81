// global: 8x4x4
// local: 2x2x2, 8x1x4, 4x4x1
// arg: out int 128
// arg: local 4 * S
// expect: out[i] = sum(z, 0, Lz - 1, sum(y, 0, Ly - 1, sum(x, 0, L - 1, (((i / G / Gy) / Lz * Lz + z) * Gy + (i / G % Gy) / Ly * Ly + y) * G + i % G / L * L + x)))
kernel void test(global int *out, local int *shared) {
  int w = get_local_size(0), h = get_local_size(1), d = get_local_size(2), total = 0;
  int self = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  shared[(get_local_id(2) * h + get_local_id(1)) * w + get_local_id(0)] = self;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < w * h * d; ++k) total += shared[k];
  out[self] = total;
}
