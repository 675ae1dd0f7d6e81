// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:25, ... out of bounds: reads 4 bytes at byte 256 of argument 0 'in' (256 bytes)
struct item { int count; int values[3]; };
kernel void test(global const struct item *in, global int *out) {
  int i = get_global_id(0);
  if (i <= 15) out[i] = in[i].values[i % 4];
}
