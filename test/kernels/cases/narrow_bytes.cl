// global: 96
// local: 16, 48, 96
// arg: a uchar 100 = i % 3 == 0 ? 255 : i % 3 == 1 ? 0 : i * 7 % 256
// arg: s char 100 = i % 4 == 0 ? 127 : i % 4 == 1 ? 0 - 128 : i * 37 % 256 - 128
// arg: middle uchar 96
// arg: least char 96
// arg: flag int 96
// expect: middle[i] = max(min(a(i), a(i + 1)), min(max(a(i), a(i + 1)), a(i + 2)))
// expect: least[i] = min(min(s(i), s(i + 1)), min(s(i + 2), s(i + 3)))
// expect: flag[i] = (max(a(i), a(i + 1)) > 254) + 2 * (max(a(i + 1), a(i + 2)) > 300) + 4 * (min(s(i), s(i + 1)) < 0)
// Numbers that bytes hold, signed and unsigned, at the very ends of what they hold.
kernel void test(global const uchar *a, global const char *s, global uchar *middle, global char *least,
                 global int *flag) {
  int i = get_global_id(0);
  int x = a[i], y = a[i + 1], z = a[i + 2];
  if (x > y) { int t = x; x = y; y = t; }
  int most = y, other = max((int)a[i + 1], z);
  if (y > z) { int t = y; y = z; z = t; }
  if (x > y) { int t = x; x = y; y = t; }
  middle[i] = y;
  int p = s[i], q = s[i + 1], r = s[i + 2], t = s[i + 3];
  int first = q < p ? q : p, second = r < t ? r : t;
  least[i] = second < first ? second : first;
  flag[i] = (most > 254) + 2 * (other > 300) + 4 * (first < 0);
}
