// global: 64
// local: 8, 64
// arg: out int 64
// expect: out[i] = i / L * L + (i + 1) % L + 3 * ((i + 1) % 4)
kernel void test(global int *out) {
  local int shared[64];
  local char bytes[7];
  local int4 vectors[64];
  int id = get_local_id(0), next = (id + 1) % get_local_size(0);
  shared[id] = get_global_id(0);
  vectors[id] = (int4)(id, 2 * id, 3 * (id % 4), 0);
  if (id < 7) bytes[id] = 99;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[next] + vectors[next].z;
}
