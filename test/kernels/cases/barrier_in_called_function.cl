// global: 64
// local: 1, 16, 64
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = 3 * (i / L * L + (i + 2) % L) + 2
int neighbour(local int *shared, int value) {
  int id = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[id] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return shared[(id + 1) % get_local_size(0)];
}
int twice(local int *shared, int value) { return neighbour(shared, neighbour(shared, value * 3) + 1) + 1; }
kernel void test(global int *out, local int *shared) {
  out[get_global_id(0)] = twice(shared, get_global_id(0));
}
