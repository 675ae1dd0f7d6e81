// global: 64
// local: 16
// arg: in int 16 = i
// arg: out int 64
// written: out
// check: line 8:27, ... out of bounds: reads 4 bytes at byte 64 of argument 0 'in' (64 bytes)
kernel void test(constant int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}
