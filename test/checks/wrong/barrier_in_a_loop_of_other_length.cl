// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 8:39, ... divergent call: ... of 16 work-items come to this barrier; work-item ... does not
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  for (size_t k = 0; k <= i % 2; ++k) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = i;
}
