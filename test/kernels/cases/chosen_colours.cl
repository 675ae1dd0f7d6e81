// Palettes of four colours, by members of three bytes and as vectors, from which each work-item chooses sixteen times.
// global: 100
// local: null, 25
// arg: in uint 100 = i * 2654435761 % 4294967296
// arg: bytes int 1600
// arg: whole int 1600
// expect: bytes[i] = (in(i / 16) >> i % 16 * 2) % 4 * 10 + 1
// expect: whole[i] = ((in(i / 16) >> i % 16 * 2) % 4 == 0 ? in(i / 16) % 256 : (in(i / 16) >> i % 16 * 2) % 4 == 2 ? 7 : 0) + 3
kernel void test(global const uint *in, global int *bytes, global int *whole) {
  const int g = get_global_id(0);
  uint bits = in[g];
  uchar palette[4][3];
  for (int k = 0; k < 4; ++k)
    for (int c = 0; c < 3; ++c) palette[k][c] = k * 10 + c;
  uchar4 colours[4];
  colours[0] = (uchar4)(bits & 255, 1, 2, 3);
  colours[1] = colours[3] = (uchar4)(0, 1, 1, 3);
  colours[2] = (uchar4)(7, 2, 2, 3);
  for (int i = 0; i < 16; ++i, bits >>= 2) {
    bytes[16 * g + i] = palette[bits & 3][1];
    whole[16 * g + i] = colours[bits & 3].x + colours[bits & 3].w;
  }
}
