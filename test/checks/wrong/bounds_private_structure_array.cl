// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:19, ... out of bounds: reads 8 bytes at byte 24 of variable 'mine' (24 bytes)
struct pair { int a, b; };
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  struct pair mine[3];
  for (int k = 0; k < 3; ++k) mine[k].a = mine[k].b = k;
  struct pair p = mine[in[i] % 4];
  out[i] = p.b;
}
