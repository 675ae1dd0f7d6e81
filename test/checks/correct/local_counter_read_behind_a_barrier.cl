// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 16 + i % 16
kernel void test(global const int *in, global int *out) {
  local int count;
  int id = get_local_id(0);
  if (id == 15) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  int total = count;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) count = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = count == 5 ? total + id : 0;
}
