// global: 67
// local: 67, 1
// options: -cl-std=CL3.0
// arg: in uchar 469 = i * 7 % 251
// arg: out uchar 469
// expect: out[i] = i < 268 ? in(i / 4 * 4 + 3 - i % 4) : in(268 + (i - 268) / 3 * 3 + (i - 268 + 1) % 3)
// Rows of four and of three bytes, by indices of int and uint, from the last to the first and in turns.
kernel void test(global const uchar *in, global uchar *out) {
  int g = get_global_id(0);
  uchar a = in[4 * g + 3], b = in[4 * g + 2], c = in[4 * g + 1], d = in[4 * g];
  out[4 * g] = a;
  out[4 * g + 2] = c;
  out[4 * g + 1] = b;
  out[4 * g + 3] = d;
  uint h = 268 + 3 * (uint)get_global_id(0);
  uchar x = in[h], y = in[h + 1], z = in[h + 2];
  out[h + 2] = x;
  out[h] = y;
  out[h + 1] = z;
}
