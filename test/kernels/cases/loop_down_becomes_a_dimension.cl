// global: 24
// local: 8
// arg: inout int 960 = i * 7 % 1009
// arg: value long 24
// arg: value long 40
// expect: inout[i] = i * 7 % 1009 * 3 + i / 24 % 2
// A column in each work-item, in place, by a pointer that goes up.
kernel void test(global int *inout, long w, long h) {
  global int *p = inout + get_global_id(0);
  for (long y = h; y > 0; y--) {
    *p = *p * 3 + (h - y) % 2;
    p += w;
  }
}
