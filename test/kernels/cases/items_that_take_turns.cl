// global: 1000
// local: 50
// arg: in uchar 1000 = i * 7 % 251
// arg: out int 1000
// arg: value int 996
// expect: out[i] = i >= 996 ? 0 : i % 4 == 0 ? in(i) * 3 : i % 4 == 1 ? in(i - 1) - in(i + 2) : i % 4 == 2 ? i / 4 : in(i - 3) + i % 2
// Four work-items become one; the guard keeps back the last group of four.
kernel void test(global const uchar *in, global int *out, int n) {
  int i = get_global_id(0), first = i / 4 * 4;
  if (i >= n) return;
  switch (i % 4) {
    case 0: out[i] = in[i] * 3; break;
    case 1: out[i] = in[first] - in[first + 3]; break;
    case 2: out[i] = i >> 2; break;
    default: out[i] = in[first] + (i & 1);
  }
}
