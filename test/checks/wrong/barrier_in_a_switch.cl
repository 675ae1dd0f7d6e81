// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 9:11, ... divergent call: 
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  switch (i % 3) {
  case 0: barrier(CLK_LOCAL_MEM_FENCE); break;
  case 1: out[get_global_id(0)] = 1; break;
  default: break;
  }
}
