// global: 100
// local: 100, 20, null
// options:
// options: -cl-wherry-vector-width=1
// options: -cl-wherry-vector-width=4
// arg: in int 200 = i
// arg: value int 2147483647
// arg: value int 536870912
// arg: early int 100
// arg: before int 100
// expect: early[i] = 3
// expect: before[i] = i * (i + 1) / 2
// Windows of 2^29 iterations and more. The loops run few iterations: the first one breaks, the other one begins at a bound
// that is the same for all work-items. No work-item goes over the iterations that it does not have.
kernel void test(global const int *in, int w, int r, global int *early, global int *before) {
  int x = get_global_id(0), sum = 0;
  for (int j = max(0, x - r); j <= min(w - 1, x + r); ++j) {
    sum += in[j];
    if (sum >= 3) break;
  }
  early[x] = sum;
  sum = 0;
  for (int j = max(0, x - r); j <= x; ++j) sum += in[j];
  before[x] = sum;
}
