// global: 96
// local: 32
// arg: in uchar 2304 = i * 7 % 251
// arg: out int 96
// expect: out[i] = 24 * in(i * 24) + 23 * in(i * 24 + 1)
// Nested loops that store to local memory load what the inner one does not change; the inner one may not run at all.
kernel void test(global const uchar *in, global int *out) {
  local int rows[25 * 32];
  int g = get_global_id(0), l = get_local_id(0);
  for (int j = 0; j <= 24; j++) rows[j * 32 + l] = 0;
  for (int i = 0; i < 2; i++) {
    int j = 0;
    if (i < 2)
      do {
        rows[(j + 1) * 32 + l] = rows[j * 32 + l] + in[g * 24 + i];
        j++;
      } while (j < 24 - i);
    for (; j < i; j++) rows[j] = in[g * 24 + i];
    if (i == 0) out[g] = rows[24 * 32 + l];
    if (i == 0) rows[l] = 0;
    if (i == 1) out[g] += rows[23 * 32 + l];
  }
}
