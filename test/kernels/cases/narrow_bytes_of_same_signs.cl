// global: 256
// local: 64, 256
// arg: a uchar 256 = i
// arg: b uchar 256 = i * 37 % 256
// arg: c uchar 256 = i * 91 % 256
// arg: o uchar 256
// expect: o[i] = min(max(max(min(a(i), b(i)), c(i)), a(i)), max(b(i), c(i))) >= 200 ? 9 : min(max(max(min(a(i), b(i)), c(i)), a(i)), max(b(i), c(i))) > 127 ? 7 : 5
// Two comparisons of one byte: as an int, and as a char.
kernel void test(global const uchar *a, global const uchar *b, global const uchar *c, global uchar *o) {
  size_t i = get_global_id(0);
  int x = max(min((int)a[i], (int)b[i]), (int)c[i]);
  x = min(max(x, (int)a[i]), max((int)b[i], (int)c[i]));
  uchar r = 9;
  if (x < 200) {
    r = 5;
    if ((char)x < (char)-56) r = 7;
  }
  o[i] = r;
}
