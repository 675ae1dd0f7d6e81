// global: 111
// local: 37, 3, 111
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-wherry-vector-width=8
// options: -cl-std=CL3.0 -cl-wherry-cpu-level=3
// arg: in float 111 = i
// arg: value int 100
// arg: out float 111
// expect: out[i] = i >= 100 ? 0 : i % 3 == 1 ? i + 300 : i - 300
// A long item loop with few accesses is one masked copy. STEP adds 1, as floats in steps that are not simplified.
#define STEP x = 7.0f - x; x = 8.0f - x;
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
kernel void test(global const float *in, int n, global float *out) {
  int i = get_global_id(0);
  if (i >= n) return;
  float x = in[i];
  if (i % 3 != 1) x = -x;
  HUNDRED HUNDRED HUNDRED
  out[i] = i % 3 != 1 ? -x : x;
}
