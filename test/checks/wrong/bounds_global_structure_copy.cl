// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:27, ... out of bounds: reads ... of argument 0 'in' (256 bytes)
typedef struct { int a[8]; } Eight;
kernel void test(global const Eight *in, global Eight *out) {
  size_t i = get_global_id(0);
  if (i < 9) out[i & 7] = in[i];
}
