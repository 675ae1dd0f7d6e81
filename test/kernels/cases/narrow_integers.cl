// global: 96
// local: 16, 32, 48
// arg: a uchar 100 = i % 3 == 0 ? 255 : i % 3 == 1 ? 0 : i * 7 % 256
// arg: b short 100 = i % 4 == 0 ? 32767 : i % 4 == 1 ? 0 - 32768 : i * 331 % 600 - 300
// arg: edge uchar 96
// arg: far int 96
// arg: wide int 96
// expect: edge[i] = (a(i) + 2 * a(i + 1) + a(i + 2) - a(i + 3) - 2 * a(i) - a(i + 1) < 0 ? 0 - (a(i) + 2 * a(i + 1) + a(i + 2) - a(i + 3) - 2 * a(i) - a(i + 1)) : a(i) + 2 * a(i + 1) + a(i + 2) - a(i + 3) - 2 * a(i) - a(i + 1)) / 4
// expect: far[i] = (a(i) * 127 + a(i + 1) > a(i + 2) * 128 ? a(i) * 127 + a(i + 1) : 0 - a(i + 2) * 128) + 1
// expect: wide[i] = b(i) + b(i + 1) + 2 * b(i + 2) - a(i) * a(i + 1)
// Sums of pixels that 16 bits hold, ones at the very end of what they hold, and ones that they do not.
kernel void test(global const uchar *a, global const short *b, global uchar *edge, global int *far,
                 global int *wide) {
  int i = get_global_id(0);
  int slope = a[i] + 2 * a[i + 1] + a[i + 2] - a[i + 3] - 2 * a[i] - a[i + 1];
  edge[i] = convert_uchar(abs(slope) >> 2);
  int up = a[i] * 127 + a[i + 1], down = -(a[i + 2] * 128);
  far[i] = (up > -down ? up : down) + 1;
  wide[i] = b[i] + b[i + 1] + 2 * b[i + 2] - a[i] * a[i + 1];
}
