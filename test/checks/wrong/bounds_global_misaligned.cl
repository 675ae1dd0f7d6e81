// global: 64
// local: 16
// arg: in uchar 256 = i
// arg: out int 64
// written: out
// check: line 10:21, ... misaligned: reads 4 bytes at byte 1 of argument 0 'in' (256 bytes), which has to be a multiple of 4 bytes
kernel void test(global const uchar *in, global int *out) {
  size_t i = get_global_id(0);
  global const int *p = (global const int *)(in + 1);
  out[i] = i < 63 ? p[i] : 0;
}
