// global: 64
// local: 16
// arg: in int 60 = i
// arg: out int 64
// written: out
// check: line 8:10, ... out of bounds: reads 4 bytes at byte 240 of argument 0 'in' (240 bytes)
int fetch(global const int *from, size_t at) {
  return from[at];
}
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = fetch(in, i);
}
