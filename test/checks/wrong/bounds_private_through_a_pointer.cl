// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 8:44, ... out of bounds: reads 4 bytes at byte 16 of variable 'a' (16 bytes)
kernel void test(global int *out) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (int *p = a; p <= a + 4; ++p) sum += *p;
  out[get_global_id(0)] = sum;
}
