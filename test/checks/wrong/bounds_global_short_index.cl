// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:27, ... out of bounds: reads 4 bytes at byte 400 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  char i = get_global_id(0) + 100;
  out[get_global_id(0)] = in[i];
}
