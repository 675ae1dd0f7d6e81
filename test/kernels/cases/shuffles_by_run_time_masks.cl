// shuffle and shuffle2 by masks that the kernel loads: only the masks' low bits count.
// global: 64
// local: 16
// arg: in uint 512 = i * 7 + 3
// arg: out int 64
// expect: out[i] = 0
kernel void test(global const uint *in, global int *out) {
  const size_t i = get_global_id(0);
  global const uint *mine = in + i * 8;
  uint8 mask = vload8(0, mine), x = mask * 5 + 1;
  uchar16 bytes = (uchar16)(convert_uchar8(x), convert_uchar8(x * 3)), places = convert_uchar16((uint16)(mask, mask * 9));
  const uint8 one = shuffle(x, mask), two = shuffle2(x, x * 3, mask);
  const uchar16 permuted = shuffle(bytes, places);
  int wrong = 0;
  for (int k = 0; k < 8; ++k) {
    const uint m = mine[k] & 7, n = mine[k] & 15;
    wrong += ((const uint *)&one)[k] != mine[m] * 5 + 1;
    wrong += ((const uint *)&two)[k] != (n < 8 ? mine[n] * 5 + 1 : (mine[n - 8] * 5 + 1) * 3);
    const uint of = mine[k] & 15;
    const uchar expected = of < 8 ? (uchar)(mine[of] * 5 + 1) : (uchar)((mine[of - 8] * 5 + 1) * 3);
    wrong += ((const uchar *)&permuted)[k] != expected;
  }
  out[i] = wrong;
}
