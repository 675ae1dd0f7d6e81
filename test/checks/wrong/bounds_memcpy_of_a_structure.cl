// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:38, ... out of bounds: reads 20 bytes at byte 240 of argument 0 'in' (256 bytes)
struct big { int values[5]; };
kernel void test(global const struct big *in, global struct big *out) {
  int i = get_global_id(0);
  if (i < 13) out[i < 12 ? i : 11] = in[i];
}
