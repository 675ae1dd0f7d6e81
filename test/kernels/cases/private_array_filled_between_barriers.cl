// global: 64
// local: 16, 64
// options:
// options: -cl-std=CL1.2
// arg: in int 4096 = i * 37 % 1013
// arg: out int 128
// arg: value int 2
// expect: out[i] = i < 64 ? in(((i ^ 3) % 32) * 64 + (i ^ 3)) + in(2048 + (((i ^ 3) + 1) % 32) * 64 + (i ^ 3)) : i % 32 == 0 ? 100 : i % 32 == 1 ? 101 : i % 32 * (i - 64)
// `own` is filled anew behind each barrier; of `kept` a work-item changes one element then.
kernel void test(global const int *in, global int *out, int n) {
  local int near[64];
  int g = get_global_id(0), l = get_local_id(0), own[32], kept[32], sum = 0;
  for (int k = 0; k < 32; k++) kept[k] = k * g;
  for (int b = 0; b < n; b++) {
    for (int k = 0; k < 32; k++) own[k] = in[b * 2048 + k * 64 + g];
    kept[b] = 100 + b;
    near[l] = own[(g + b) % 32];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += near[l ^ 3];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum;
  out[64 + g] = kept[g % 32];
}
