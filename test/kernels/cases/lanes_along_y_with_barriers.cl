// global: 48 x 64
// local: 16x16, 8x32, 48x4, 3x16
// arg: in int 3072 = i * 7 - 3
// arg: out int 3072
// arg: sums int 3072
// arg: local 4 * L * Ly
// expect: out[i] = in(i) + (i / 64 % L + 1) * (i % 64 % Ly + 3) + i % 64
// expect: sums[i] = i / 64 % 2 == 0 ? in(i) * 2 : in(i) * 2 + 5
// Memory is reached in rows along dimension 1, and values cross barriers, one in a divergent branch's shadow.
kernel void test(global const int *in, global int *out, global int *sums, local int *tile) {
  int x = get_global_id(0), y = get_global_id(1), s = get_local_id(0), t = get_local_id(1), size = get_local_size(1);
  int kept = in[x * 64 + y];
  tile[s * size + t] = (s + 1) * (t + 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = tile[s * size + (size - 1 - t)];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[s * size + (size - 1 - t)] = other;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x * 64 + y] = kept + tile[s * size + t] + y;
  if (x % 2) kept += in[x * 64 + y] + 5;
  else kept *= 2;
  sums[x * 64 + y] = kept;
}
