// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 10:12 12:32 | 12:32 12:32
kernel void test(global const int *in, global uchar *out) {
  int i = get_global_id(0);
  if (i % 2)
    out[i] = 1;
  else
    ((global int *)out)[i / 4] |= 1 << 8 * (i % 4);
}
