// global: 56
// local: 1, 7, 28, 56
// arg: in uchar 224 = (i * 37 + 11) % 256
// arg: out uchar 224
// expect: out[i] = in(i) * 200 / 256
// arg: bytes uchar 224
// expect: bytes[i] = in(i / 4 * 4 + 3 - i % 4)
// arg: shorts short 112 = i * 3 - 100
// expect: shorts[i] = -(i * 3 - 100)
// arg: some uchar 224 = 9
// expect: some[i] = i / 4 % 3 == 0 ? in(i) : 9
// Vectors of 32 bits in memory, read and written as one number; under a mask, too.
kernel void test(global const uchar *in, global uchar4 *out, global uchar *bytes, global short2 *shorts,
                 global uchar4 *some) {
  size_t i = get_global_id(0);
  uchar4 pixel = vload4(i, in);
  out[i] = convert_uchar4(convert_ushort4(pixel) * (ushort)200 >> (ushort)8);
  uchar a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2], d = in[4 * i + 3];
  bytes[4 * i] = d, bytes[4 * i + 1] = c, bytes[4 * i + 2] = b, bytes[4 * i + 3] = a;
  shorts[i] = -shorts[i];
  if (i % 3 == 0) some[i] = pixel;
}
