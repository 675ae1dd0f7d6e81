// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 10:3, ... out of bounds: updates 4 bytes at byte 64 of local array 'bins' (64 bytes)
kernel void test(global int *out) {
  local int bins[16];
  bins[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[get_local_id(0) + 1], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bins[get_local_id(0)];
}
