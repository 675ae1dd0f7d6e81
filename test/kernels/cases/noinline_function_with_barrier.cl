// global: 64
// local: 1, 16, 64
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i / L * L + (i + 1) % L
__attribute__((noinline)) int exchange(local int *shared, int value) {
  shared[get_local_id(0)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return shared[(get_local_id(0) + 1) % get_local_size(0)];
}
kernel void test(global int *out, local int *shared) {
  out[get_global_id(0)] = exchange(shared, get_global_id(0));
}
