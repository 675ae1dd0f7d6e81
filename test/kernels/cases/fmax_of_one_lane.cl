// LLVM calls fmax where it sees late that one element of a vector is enough.
// global: 64
// local: 64, 16
// options: -cl-std=CL3.0
// arg: result ulong 8
// arg: in uint 67 = 0
// arg: in int 4 = 0
// expect: result[i] = (i == 6) * 7199285479328448512
__attribute__((noinline)) int f(global const uint *in, double *p) {
  uint v0 = ((int)get_global_linear_id() ? vload4(0, in + get_global_linear_id()) : (uint4)(0u)).s10.s0;
  float v2 = (float)v0;
  if ((all(convert_int2((uint2)((uint)v2))) ? (int4)(0) : (int4)((int)get_global_id(2))).s3 == (int)get_global_id(2)) {
    p[0] = (double)get_local_id(1) + fmax(0x1.7p+4, (double)get_global_id(2));
  }
  { ulong h = 0; h = h * 31 + (isnan(v2) ? 1 : as_uint(v2)); return h; }
}
void finish(global ulong *result, int v1, double *p) {
  ulong h;
  h = 0; h = h * 31 + (ulong)v1;
  for (uint k = 0; k < 8; ++k) {
    h = h * 31 + (isnan(p[k]) ? 1 : as_ulong(p[k]));
  }
  result[6] = h;
}
kernel void test(global ulong *result, global const uint *in, global int *sum) {
  double p[8] = {};
  local int unused[4];
  int v1 = f(in, p);
  barrier(CLK_LOCAL_MEM_FENCE);
  finish(result, v1, p);
}
