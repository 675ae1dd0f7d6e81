// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:12, ... out of bounds: reads 4 bytes at byte 256 of argument 0 'in' (256 bytes)
global const int *find(global const int *from, int n) { return from + n * 2; }
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = *find(in, i);
}
