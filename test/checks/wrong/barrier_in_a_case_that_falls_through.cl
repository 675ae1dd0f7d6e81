// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:11, ... divergent call: not all work-items come to this barrier: work-item ... comes to the barrier of line 11:11
// check: line 11:11, ... divergent call: not all work-items come to this barrier: work-item ... comes to the barrier of line 10:11
kernel void test(global const int *in, global int *out) {
  switch (in[get_global_id(0)] % 3) {
  case 0: barrier(CLK_LOCAL_MEM_FENCE);
  case 1: barrier(CLK_LOCAL_MEM_FENCE);
  default: out[get_global_id(0)] = 1;
  }
}
