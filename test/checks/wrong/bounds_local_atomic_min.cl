// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:3, ... out of bounds: updates 4 bytes at byte -4 of local array 'bins' (64 bytes)
kernel void test(global const int *in, global int *out) {
  local int bins[16];
  int id = get_local_id(0);
  bins[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_min(&bins[in[get_global_id(0)] - 1], 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bins[id];
}
