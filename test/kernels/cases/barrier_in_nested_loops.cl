// global: 32
// local: 1, 4, 32
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = sum(a, 0, 3, sum(b, 0, a, (i / L * L + (i + a + b) % L) * (b + 1)))
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), total = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b <= a; ++b) {
      shared[id] = get_global_id(0) * (b + 1);
      barrier(CLK_LOCAL_MEM_FENCE);
      total += shared[(id + a + b) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  out[get_global_id(0)] = total;
}
