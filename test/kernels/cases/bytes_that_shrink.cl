// Bytes and shorts of rows that shrink and grow, by a factor in sixteenths: lanes far apart, near, and the same.
// global: 1000
// local: null, 40
// arg: in uchar 5000 = i * 37 % 251
// arg: words ushort 5000 = i * 4099 % 65521
// arg: bytes int 6000
// arg: shorts int 6000
// arg: by uint 6 = i == 0 ? 3 : i == 1 ? 15 : i == 2 ? 17 : i == 3 ? 40 : i == 4 ? 64 : 79
// expect: bytes[i] = in(i % 1000 * by(i / 1000) / 16)
// expect: shorts[i] = words(i % 1000 * by(i / 1000) / 16)
kernel void test(global const uchar *in, global const ushort *words, global int *bytes, global int *shorts,
                 global const uint *by) {
  const uint x = get_global_id(0);
  for (int k = 0; k < 6; ++k) {
    bytes[k * 1000 + x] = in[x * by[k] >> 4];
    shorts[k * 1000 + x] = words[x * by[k] >> 4];
  }
}
