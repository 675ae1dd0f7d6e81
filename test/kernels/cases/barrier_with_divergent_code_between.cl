// global: 64
// local: 1, 16, 64
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = sum(k, 0, L - 1, (i / L * L + k) % 3 == 0 ? sum(a, 1, i / L * L + k, a) : 2 * (i / L * L + k)) + (i % 2 ? 1000 : 0)
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), self = get_global_id(0), value = 0;
  if (self % 3 == 0)
    for (int a = 1; a <= self; ++a) value += a;
  else
    value = 2 * self;
  shared[id] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  int total = 0;
  for (int k = 0; k < (int)get_local_size(0); ++k) total += shared[k];
  if (self & 1) total += 1000;
  out[self] = total;
}
