// global: 256
// local: 16, 64, 256
// arg: in int 320 = i * 7 % 101
// arg: bytes uchar 320 = i * 37 % 256
// arg: shorts short 320 = i * 331 % 60000 - 30000
// arg: longs long 320 = i * 1000003 * 1000003
// arg: swapped int 256
// arg: turned uchar 256
// arg: blocks short 256
// arg: rows long 256
// arg: value uint 1
// expect: swapped[i] = in(i + 1 - i % 2 * 2) + in(i / 8 * 8 + 7 - i % 8) + in(i % 3)
// expect: turned[i] = bytes(i / 32 * 32 + 31 - i % 32)
// expect: blocks[i] = shorts(i / 16 * 16 + i % 16 / 4 * 4) + shorts(i / 16 * 16 + i % 4 + 4)
// expect: rows[i] = longs(i + 1 - i % 2 * 2)
// Elements near one another, of each size, before and behind the first lane's, also by a negative index.
kernel void test(global const int *in, global const uchar *bytes, global const short *shorts, global const long *longs,
                 global int *swapped, global uchar *turned, global short *blocks, global long *rows, uint n) {
  int x = get_global_id(0);
  swapped[x] = (in + 30)[(int)(x ^ n) - 30] + in[x / 8 * 8 + 7 - x % 8] + in[(uint)x % 3];
  turned[x] = bytes[x ^ 31];
  blocks[x] = shorts[x / 16 * 16 + x % 16 / 4 * 4] + shorts[(x & ~15) + (x & 3) + 4];
  rows[x] = longs[x ^ n];
}
