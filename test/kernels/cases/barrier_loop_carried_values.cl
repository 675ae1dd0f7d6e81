// global: 32
// local: 1, 4, 32
// arg: out long 32
// arg: local 8 * L
// expect: out[i] = sum(k, 0, 9, (i / L * L + (i + 1) % L) * k) + (i % 2 ? sum(k, 0, 9, k * k) : 10)
kernel void test(global long *out, local long *shared) {
  int id = get_local_id(0), size = get_local_size(0);
  long self = get_global_id(0), odd = 0, even = 0, total = 0;
  for (int k = 0; k < 10; ++k) {
    shared[id] = self * k;
    if (self % 2)
      odd += k * k;
    else
      even++;
    barrier(CLK_LOCAL_MEM_FENCE);
    total += shared[(id + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[self] = total + odd + even;
}
