// global: 64
// local: 1, 4, 16, 64
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = sum(k, 0, 9, i / L * L + (i + k) % L)
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), total = 0;
  for (int k = 0; k < 10; ++k) {
    shared[id] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    total += shared[(id + k) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = total;
}
