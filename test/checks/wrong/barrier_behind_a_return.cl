// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 9:3, ... divergent call: 15 of 16 work-items come to this barrier; work-item (15,0,0) does not
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  if (i == 15) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = i;
}
