// global: 32
// local: 4, 32
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i / L * L + (i + 4) % L
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), size = get_local_size(0), value = get_global_id(0), k = 0;
again:
  shared[id] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  value = shared[(id + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (++k < 4) goto again;
  out[get_global_id(0)] = value;
}
