// global: 8192
// local: 4096, 1024
// arg: out int 8192
// arg: local 4 * L
// expect: out[i] = i / L * L + (L - 1 - i % L) + i
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), self = get_global_id(0), keep[4] = {self, 1, 2, 3};
  shared[id] = self;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[self] = shared[get_local_size(0) - 1 - id] + keep[(self & 4) ? 0 : get_work_dim() - 1];
}
