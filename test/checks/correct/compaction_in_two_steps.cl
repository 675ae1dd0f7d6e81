// global: 64
// local: 16
// arg: in int 64 = i % 3
// arg: count int 1
// arg: out int 64
// written: out
// expect: count[i] = sum(j, 0, 63, in(j) < 2)
kernel void test(global const int *in, global int *count, global int *out) {
  local int here, base, kept[16];
  int id = get_local_id(0), value = in[get_global_id(0)];
  if (id == 0) here = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value < 2) kept[atomic_inc(&here)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) base = atomic_add(count, here);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id < here) out[base + id] = kept[id] + 1;
}
