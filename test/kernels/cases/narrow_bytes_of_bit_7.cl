// global: 256
// local: 64, 256
// arg: a uchar 256 = i
// arg: b uchar 256 = i * 37 % 256
// arg: c uchar 256 = i * 91 % 256
// arg: t uchar 256 = i * 3 % 256
// arg: entries uchar 256
// arg: numbers int 256
// expect: entries[i] = t(max(min(max(min(a(i), b(i)), c(i)), min(max(a(i), c(i)), b(i))), min(a(i), c(i))))
// expect: numbers[i] = max(min(max(min(a(i), b(i)), c(i)), min(max(a(i), c(i)), b(i))), min(a(i), c(i))) > 127 ? 781 + (max(min(max(min(a(i), b(i)), c(i)), min(max(a(i), c(i)), b(i))), min(a(i), c(i))) / 16 - 16) : 100000 + max(min(max(min(a(i), b(i)), c(i)), min(max(a(i), c(i)), b(i))), min(a(i), c(i))) / 16
// A byte of more than 127 is no negative number: as an index, and as a number.
kernel void test(global const uchar *a, global const uchar *b, global const uchar *c, global const uchar *t,
                 global uchar *entries, global int *numbers) {
  size_t i = get_global_id(0);
  int x = max(min((int)a[i], (int)b[i]), (int)c[i]), y = min(max((int)a[i], (int)c[i]), (int)b[i]);
  int v = max(min(x, y), min((int)a[i], (int)c[i]));
  entries[i] = t[v];
  numbers[i] = 100000 / (v & 128 ? 128 : 1) + (v << 24 >> 28);
}
