// global: 100
// local: 100, 20, null
// options:
// options: -cl-wherry-vector-width=1
// options: -cl-wherry-vector-width=4
// arg: in int 200 = i / 2 * 3 + i % 2
// arg: value int 90
// arg: out int 100
// arg: two int 200
// arg: merged int 200
// expect: out[i] = i < 90 ? i % 3 == 0 ? -1 : in(i) : 0
// expect: two[i] = i % 2 == 0 ? i / 2 % 5 == 0 ? 5 : i / 2 : i / 2 % 5 == 0 ? i / 2 : 7
// expect: merged[i] = i % 2 == 0 ? min(in(i), in(i + 1)) : max(in(i - 1), in(i))
// Stores to one place: before a return and behind it, and on both sides of branches. One side stores a value that the
// branch's condition has loaded.
kernel void test(global const int *in, int n, global int *out, global int *two, global int *merged) {
  int x = get_global_id(0);
  if (x % 5 == 0) {
    two[2 * x] = 5;
    two[2 * x + 1] = x;
  } else {
    two[2 * x] = x;
    two[2 * x + 1] = 7;
  }
  int left = 2 * x, right = left + 1, end = right + 1;
  for (int k = 2 * x, middle = right; k < 2 * x + 2; ++k)
    if (left < middle && (right >= end || in[left] <= in[right]))
      merged[k] = in[left++];
    else
      merged[k] = in[right++];
  if (x >= n) {
    out[x] = 0;
    return;
  }
  if (x % 3 == 0)
    out[x] = -1;
  else
    out[x] = in[x];
}
