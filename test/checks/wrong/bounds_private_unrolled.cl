// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 9:38, ... out of bounds: reads 4 bytes at byte 16 of variable 'a' (16 bytes)
kernel void test(global int *out) {
  int a[4], sum = 0;
  for (int i = 0; i < 4; ++i) a[i] = i;
  for (int i = 0; i < 5; ++i) sum += a[i];
  out[get_global_id(0)] = sum;
}
