// global: 64
// local: 16
// arg: in int 64 = i
// arg: lock int 1
// arg: out int 1
// written: lock
// expect: out[i] = sum(j, 0, 63, in(j))
kernel void test(global const int *in, volatile global int *lock, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) {
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += tile[k];
    while (atomic_cmpxchg(lock, 0, 1) != 0);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    out[0] += sum;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);
  }
}
