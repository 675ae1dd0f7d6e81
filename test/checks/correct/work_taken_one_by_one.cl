// global: 64
// local: 16
// arg: in int 100 = i
// arg: next int 1
// arg: out int 100
// written: next
// expect: out[i] = 2 * i
kernel void test(global const int *in, global int *next, global int *out) {
  local int block;
  int id = get_local_id(0);
  while (true) {
    if (id == 0) block = atomic_inc(next);
    barrier(CLK_LOCAL_MEM_FENCE);
    int mine = block;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine * 16 >= 100) break;
    if (mine * 16 + id < 100) out[mine * 16 + id] = 2 * in[mine * 16 + id];
  }
}
