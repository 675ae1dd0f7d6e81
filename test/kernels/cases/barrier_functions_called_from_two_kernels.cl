// global: 64
// local: 1, 8, 64
// arg: out int 64
// arg: other int 64
// arg: local 4 * L
// expect: other[i] = (i / L * L + (i + 4) % L) * 7 + sum(k, i / L * L, i / L * L + L - 1, k * 7 + i / L) + i / L
// expect: out[i] = i / L * L + (i + 6) % L + sum(k, i / L * L, i / L * L + L - 1, k) + sum(k, i / L * L, i / L * L + L - 1, 2 * k + 1) + 1000 * (L - 1 - i % L)
__attribute__((noinline)) int rotate_by(local int *shared, int value, int distance) {
  int id = get_local_id(0);
  shared[id] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  value = shared[(id + distance) % get_local_size(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  return value;
}
int total_of(local int *shared, int value) {
  int total = 0;
  for (int k = 0; k < (int)get_local_size(0); ++k) {
    if (get_local_id(0) == k) *shared = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    total += *shared;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return total;
}
kernel void second(global int *other, local int *shared) {
  int value = get_global_id(0) * 7, group = get_group_id(0);
  for (int k = 0; k < 2; ++k) value = rotate_by(shared, value, 2);
  other[get_global_id(0)] = value + total_of(shared, get_global_id(0) * 7 + group) + group;
}
kernel void test(global int *out, global int *other, local int *shared) {
  int self = get_global_id(0), value = rotate_by(shared, self, 1);
  value = rotate_by(shared, value, 2) + total_of(shared, self);
  second(other, shared);
  value = rotate_by(shared, value, 3) + total_of(shared, 2 * self + 1);
  out[self] = value + 1000 * (int)(get_local_size(0) - 1 - get_local_id(0));
}
