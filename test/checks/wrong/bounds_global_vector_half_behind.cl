// global: 64
// local: 16
// arg: in int 62 = i
// arg: out int 16
// written: out
// check: line 9:24, ... out of bounds: reads 16 bytes at byte 240 of argument 0 'in' (248 bytes)
kernel void test(global const int4 *in, global int *out) {
  size_t i = get_global_id(0);
  if (i < 16) out[i] = in[i].x;
}
