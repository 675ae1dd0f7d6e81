// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 7:38, ... out of bounds: writes 4 bytes at byte 16 of variable 'a' (16 bytes)
void fill(int *to, int n) {
  for (int i = 0; i <= n; ++i) to[i] = i;
}
kernel void test(global int *out) {
  int a[4];
  fill(a, 4);
  out[get_global_id(0)] = a[3];
}
