// global: 96
// local: 1, 8, 32, 48
// arg: in int 2048 = i * 7 + 3
// arg: out int 96
// arg: local 4 * L
// arg: value int 5
// expect: out[i] = sum(k, 0, 4, in(i + 64 * (k + 1) + 5) + in(i / L * L + (i + 1) % L + 64 * k) * (k + 1))
// Pointers and indices that each iteration moves on by the same for all work-items, across barriers.
kernel void test(global const int *in, global int *out, local int *tile, int n) {
  int x = get_local_id(0), next = get_global_id(0), sum = 0;
  in += next;
  global const int *ahead = in + n;
  for (int k = 0; k < n; ++k) {
    tile[x] = *in;
    ahead += 32;
    barrier(CLK_LOCAL_MEM_FENCE);
    ahead += 2 * 16;
    in += 64;
    sum += *ahead + tile[(x + 1) % (int)get_local_size(0)] * (k + 1);
    next += n;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[next - n * n] = sum;
}
