// global: 32
// local: 8
// options: -cl-std=CL3.0
// options: -cl-std=CL1.2 -cl-opt-disable
// arg: in int 32 = i
// arg: raw long 192
// arg: out int 32
// written: raw
// expect: out[i] = 2 * i + 3
struct deep { char a; struct { short b; long c; } d; float3 e; char f[3]; };
__attribute__((noinline)) struct deep made(int n) {
  struct deep x;
  x.a = 1;
  x.d.b = 2;
  x.d.c = n;
  x.e = (float3)(n, n, n);
  x.f[0] = x.f[1] = x.f[2] = 0;
  return x;
}
__attribute__((noinline)) int sum_of(struct deep x) { return x.a + x.d.b + (int)x.d.c + (int)x.e.z + x.f[2]; }
kernel void test(global const int *in, global struct deep *raw, global int *out) {
  int i = get_global_id(0);
  struct deep x = made(in[i]), y[2];
  y[0] = x;
  y[1] = y[0];
  if (i < 16) raw[i] = y[1];
  out[i] = sum_of(y[1]);
}
