// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 7:3, ... divergent call: 4 of 16 work-items come to this barrier; work-item (4,0,0) does not
void meet(void) {
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void test(global int *out) {
  if (get_local_id(0) < 4) meet();
  out[get_global_id(0)] = 1;
}
