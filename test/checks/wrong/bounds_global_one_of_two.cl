// global: 64
// local: 16
// arg: a int 64 = i
// arg: b int 8 = i
// arg: out int 64
// written: out
// check: line 11:12, ... out of bounds: reads 4 bytes at address
kernel void test(global const int *a, global const int *b, global int *out) {
  size_t i = get_global_id(0);
  global const int *p = i % 2 ? a : b;
  out[i] = p[i + 1000000];
}
