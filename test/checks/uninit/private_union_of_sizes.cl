// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:14, ... uninitialised: a branch depends on memory that nobody has written
union word { uchar bytes[4]; uint word; };
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  union word w;
  w.bytes[0] = w.bytes[1] = in[i];
  if (w.word > 5) out[i] = 1;
}
