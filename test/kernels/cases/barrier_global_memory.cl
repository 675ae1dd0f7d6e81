// global: 64
// local: 1, 16, 64
// arg: scratch int 64
// arg: out int 64
// expect: scratch[i] = i * 5
// expect: out[i] = (i / L * L + (L - 1 - i % L)) * 5
kernel void test(global int *scratch, global int *out) {
  int self = get_global_id(0), base = get_group_id(0) * get_local_size(0);
  scratch[self] = self * 5;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[self] = scratch[base + get_local_size(0) - 1 - get_local_id(0)];
}
