// global: 32
// local: 1, 8, 32
// arg: rounds int 1 = 5
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i / L * L + (i + 5) % L
kernel void test(global const int *rounds, global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), value = get_global_id(0), round = 0;
  do {
    shared[id] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = shared[(id + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (++round < *rounds);
  out[get_global_id(0)] = value;
}
