// global: 96
// local: 1, 16, 32, 96
// options: -cl-std=CL3.0
// arg: in int 96 = i * 7 % 13
// arg: out int 96
// arg: local 4 * L
// expect: out[i] = min(sum(k, i / L * L, i / L * L + L - 1, in(k) == 12), 1) * in(i / L * L + (i % L + 1) % L) - sum(k, i / L * L, i / L * L + L - 1, in(k) != 12) / L * in(i)
kernel void test(global const int *in, global int *out, local int *shared) {
  int self = get_local_id(0), x = in[get_global_id(0)], result = 0;
  if (work_group_any(x == 12)) {
    shared[self] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    result = shared[(self + 1) % get_local_size(0)];
  }
  if (work_group_all(x != 12)) {
    shared[self] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    result -= shared[self];
  }
  out[get_global_id(0)] = result;
}
