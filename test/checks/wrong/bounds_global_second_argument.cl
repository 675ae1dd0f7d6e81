// global: 64
// local: 16
// arg: a int 64 = i
// arg: b int 32 = i
// arg: out int 64
// written: out
// check: line 10:19, ... out of bounds: reads 4 bytes at byte 128 of argument 1 'b' (128 bytes)
kernel void test(global const int *a, global const int *b, global int *out) {
  size_t i = get_global_id(0);
  out[i] = a[i] + b[i];
}
