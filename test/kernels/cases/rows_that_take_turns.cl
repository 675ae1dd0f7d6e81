// global: 96
// local: 16, 32, 96
// arg: a uchar 1200 = i * i % 7
// arg: b uchar 1200 = i * 3 % 5
// arg: known int 96
// arg: sums int 96
// arg: last int 96
// arg: value int 9
// arg: value int 12
// expect: sums[i] = sum(j, 0, 12, 9 * b(12 * i + j - (j > 11)) * (j < 12) + (j < 12) * j)
// expect: last[i] = 9 * (i % 3 + 1)
// expect: known[i] = 8 * b(i) + i
// Private arrays whose pointers are swapped, with known and unknown lengths, and by a condition of the work-item.
kernel void test(global const uchar *a, global const uchar *b, global int *known, global int *sums, global int *last,
                 int rows, int columns) {
  int i = get_global_id(0);
  {
    int r0[4], r1[4], *p = r0, *n = r1;
    for (int j = 0; j < 4; j++) p[j] = i;
    for (int k = 0; k < 8; k++) {
      for (int j = 0; j < 4; j++) n[j] = p[3 - j] + b[i];
      int *x = p; p = n; n = x;
    }
    known[i] = p[1];
  }
  {
    int r0[32], r1[32], *p = r0, *n = r1;
    global const uchar *row = b + i * columns;
    for (int j = 0; j < columns; j++) p[j] = j;
    for (int k = 0; k < rows; k++) {
      for (int j = 0; j < columns; j++) n[j] = p[j] + row[j];
      int *x = p; p = n; n = x;
    }
    int sum = 0;
    for (int j = 0; j < columns; j++) sum += p[j];
    sums[i] = sum;
  }
  {
    int r0[8], r1[8], r2[8];
    for (int j = 0; j < 8; j++) r0[j] = 1, r1[j] = 2, r2[j] = 3;
    int *chosen = i % 3 == 0 ? r0 : i % 3 == 1 ? r1 : r2;
    for (int k = 0; k < rows - 1; k++) chosen[k % 8] *= 2;
    int sum = 0;
    for (int k = 0; k < rows; k++) sum += chosen[0] / 2;
    last[i] = sum + (a[i] > 100);
  }
}
