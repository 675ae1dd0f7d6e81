// A window that moves over a row in each work-item, clamped at the edges; and one that is handed on twice.
// global: 24
// local: null, 8
// arg: in uchar 2400 = i * 37 % 251
// arg: before int 24 = 1000 + i
// arg: sums int 2400
// arg: late int 2400
// arg: value int 100
// expect: sums[i] = (i % 100 > 0 ? in(i - 1) : before(i / 100)) + 2 * in(i) + in(min(i + 1, i / 100 * 100 + 99))
// expect: late[i] = (i % 100 > 1 ? in(i - 2) : i % 100 > 0 ? 5 : before(i / 100)) + 3 * (i % 100 > 0 ? in(i - 1) : 5)
kernel void test(global const uchar *in, global const int *before, global int *sums, global int *late, int w) {
  int y = get_global_id(0);
  global const uchar *row = in + y * w;
  int left = before[y], here = row[0], last = before[y], later = 5;
  for (int x = 0; x < w; ++x) {
    int right = row[x < w - 1 ? x + 1 : x];
    sums[y * w + x] = left + 2 * here + right;
    left = here;
    here = right;
    late[y * w + x] = last + 3 * later;
    last = later;
    later = row[x];
  }
}
