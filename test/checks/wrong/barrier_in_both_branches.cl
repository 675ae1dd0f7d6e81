// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 9:5, ... divergent call: not all work-items come to this barrier: work-item ... comes to the barrier of line 11:5
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  if (i < 8)
    barrier(CLK_LOCAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = i;
}
