// global: 32
// local: 8, 32
// arg: out int 32
// expect: out[i] = i / L * L + (i + 1) % L + (i / L * L + (i + 2) % L) * 10
kernel void test(global int *out) {
  local int first[32], second[32];
  int id = get_local_id(0), size = get_local_size(0), total = 0;
  first[id] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  total += first[(id + 1) % size];
  second[id] = get_global_id(0) * 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  total += second[(id + 2) % size];
  out[get_global_id(0)] = total;
}
