// The byte wraps around after 128 iterations, to a number that is above the bound.
// global: 40
// local: null, 8
// arg: in int 8000 = i * 7 % 101
// arg: out int 40
// arg: value uint 200
// expect: out[i] = sum(k, 0, 127, in(200 * i + k) * (k + 1))
kernel void test(global const int *in, global int *out, uint n) {
  uint i = get_global_id(0);
  global const int *p = in + i * n;
  int sum = 0;
  char k = 0;
  do {
    sum += *p++ * (k + 1);
  } while (++k < n);
  out[i] = sum;
}
