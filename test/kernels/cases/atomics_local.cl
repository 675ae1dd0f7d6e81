// global: 256
// local: 1, 16, 64
// arg: out uint 256
// expect: out[i] = L + 2 * sum(k, i / L * L, i / L * L + L - 1, k)
kernel void test(global uint *out) {
  local uint count, total;
  if (get_local_id(0) == 0) count = total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&count);
  atomic_add(&total, (uint)get_global_id(0) * 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = count + total;
}
