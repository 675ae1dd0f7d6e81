// The same before a barrier: what the rounds were is each work-item's own.
// global: 64
// local: 64, 5
// options: -cl-std=CL3.0
// arg: in int 64 = i * 5 % 17
// arg: out int 64
// arg: value int 3
// expect: out[i] = 3 * (in(i) % 3) + 9 + 1000 * (in(i) % 3 + 6)
kernel void test(global const int *in, global int *out, int step) {
  const int i = get_global_id(0), phase = in[i] % 3;
  int k = 0, sum = 0;
  for (;; ++k)
    if (k % step == phase) {
      sum += k;
      if (k > step + 2) break;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = sum + k * 1000;
}
