// global: 101
// local: 101, 16, 1
// options: -cl-std=CL3.0
// arg: in uchar 101 = i * 53 % 251
// arg: bytes uchar 263 = i * 7 % 251
// arg: shorts short 259 = i * 331 - 32768
// arg: out int 404
// expect: out[i] = i < 101 ? bytes(in(i) + 1) : i < 202 ? shorts(3 + in(i - 101)) : i < 303 ? in(i - 202) % 3 ? bytes(3 + 2 * in(i - 202) / 4) : -1 : bytes((in(i - 303) * 5 + 2) % 251) + in((i - 303) / 2) * 1000
// Tables of narrow elements from any place in a word on, by indices of few bits and of any, under a mask and in a loop.
kernel void test(global const uchar *in, global const uchar *bytes, global const short *shorts, global int *out) {
  int g = get_global_id(0);
  out[g] = (bytes + 1)[in[g]];
  out[101 + g] = (shorts + 3)[in[g]];
  int part = -1;
  if (in[g] % 3) part = (bytes + 3)[2 * in[g] / 4];
  out[202 + g] = part;
  uchar own[251];
  for (int i = 0; i < 251; i++) own[i] = bytes[i];
  int at = in[g] * 5 + 2;
  while (at >= 251) at -= 251;
  out[303 + g] = own[at] + in[g / 2] * 1000;
}
