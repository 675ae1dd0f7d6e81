// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:53, ... divergent call: not all work-items come to this barrier: work-item ... comes to the barrier of line 10:53
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 1 + (in[i] == 33) * k; ++j) barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = i;
}
