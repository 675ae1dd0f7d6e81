// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 12:12 10:28
kernel void test(global const int *in, global uchar *out) {
  int i = get_global_id(0);
  if (i < 16)
    ((global int *)out)[i] = in[i];
  else
    out[i] = 1;
}
