// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:12, ... out of bounds: reads 16 bytes at byte 20 of variable 'mine' (32 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), mine[8];
  for (int k = 0; k < 8; ++k) mine[k] = k;
  out[i] = vload4(0, mine + in[i] % 6).w;
}
