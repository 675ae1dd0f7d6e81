// Three paths that extend a number; one of them knows that it is not negative.
// global: 200
// local: null, 40
// arg: a int 200 = i * 7919 % 30011 - 15000
// arg: c int 200 = i % 4
// arg: o long 200
// expect: o[i] = c(i) == 0 ? (a(i) < 0 ? -5 : a(i)) : c(i) == 1 && a(i) < 0 ? a(i) + 4294967296 : a(i)
kernel void test(global const int *a, global const int *c, global long *o) {
  const int i = get_global_id(0), x = a[i];
  long r;
  if (c[i] == 0) {
    if (x < 0) {
      o[i] = -5;
      return;
    }
    r = (long)x;
  } else if (c[i] == 1) {
    r = (ulong)(uint)x;
  } else {
    r = x;
  }
  o[i] = r;
}
