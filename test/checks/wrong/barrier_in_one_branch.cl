// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 8:14, ... divergent call: 8 of 16 work-items come to this barrier; work-item (8,0,0) does not
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  if (i < 8) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = i;
}
