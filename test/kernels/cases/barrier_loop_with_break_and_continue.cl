// global: 32
// local: 4, 32
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = sum(k, 0, 6, k % 3 == 1 ? 100 : i / L * L + (i + k) % L)
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), total = 0;
  shared[id] = get_global_id(0);
  for (int k = 0;; ++k) {
    if (k == 7) break;
    if (k % 3 == 1) {
      total += 100;
      continue;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    total += shared[(id + k) % size];
  }
  out[get_global_id(0)] = total;
}
