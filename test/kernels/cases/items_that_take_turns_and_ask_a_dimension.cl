// global: 1024
// local: 64
// arg: in uchar 1024 = i * 7 % 251
// arg: out int 1024
// arg: value int 0
// arg: value int 1000
// expect: out[i] = i >= 1000 ? 0 : i % 4 == 0 ? in(i) * 3 + i : i % 4 == 1 ? in(i - 1) - in(i) * 5 : i % 4 == 2 ? in(i) * 3 : in(i - 3) * 4 + i
// The dimension of an id may be known to the program alone.
kernel void test(global const uchar *in, global int *out, int dimension, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  int id = get_global_id(dimension);
  switch (i % 4) {
    case 0: out[i] = in[i] * 3 + id; break;
    case 1: out[i] = in[i - 1] - in[i] * 5; break;
    case 2: out[i] = 3 * in[i]; break;
    default: out[i] = in[i - 3] * 4 + id;
  }
}
