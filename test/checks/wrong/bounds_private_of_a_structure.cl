// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 9:27, ... out of bounds: reads 4 bytes at byte 20 of variable 's' (20 bytes)
typedef struct { int n; int a[4]; } Some;
kernel void test(global int *out) {
  Some s = {4, {1, 2, 3, 4}};
  out[get_global_id(0)] = s.a[get_global_id(0) % 5];
}
