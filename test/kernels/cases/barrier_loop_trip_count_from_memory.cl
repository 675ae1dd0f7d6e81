// global: 64
// local: 8, 16
// arg: rounds int 16 = i % 5
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i / L * L + (i + rounds(i / L)) % L
kernel void test(global const int *rounds, global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), value = get_global_id(0);
  for (int k = rounds[get_group_id(0)]; k > 0; --k) {
    shared[id] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = shared[(id + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
