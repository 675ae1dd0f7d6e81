// global: 100
// local: 100, 20, null
// options:
// options: -cl-wherry-vector-width=1
// options: -cl-wherry-vector-width=4
// arg: in int 100 = i
// arg: value int 100
// arg: value int 3
// arg: value int 1000
// arg: value int -2
// arg: around int 100
// arg: offsets int 100
// arg: clamped int 100
// arg: whole int 100
// arg: down int 100
// arg: nothing int 100 = 7
// expect: around[i] = (max(i - 3, 0) + min(i + 3, 99)) * (min(i + 3, 99) - max(i - 3, 0) + 1) / 2
// expect: offsets[i] = (max(i - 3, 0) + min(i + 3, 99)) * (min(i + 3, 99) - max(i - 3, 0) + 1) / 2
// expect: clamped[i] = (max(i - 8, 0) + min(i + 4, 99)) * (min(i + 4, 99) - max(i - 8, 0) + 1) / 2 + min(i + 4, 99) + 1
// expect: whole[i] = 4950
// expect: down[i] = max(i - 3, 0) * 1000 + min(i + 3, 99) - max(i - 3, 0)
// expect: nothing[i] = 0
// Work-items near the ends have shorter loops, which begin elsewhere in their windows. A window may be longer than the row,
// or empty.
kernel void test(global const int *in, int w, int r, int all, int none, global int *around, global int *offsets,
                 global int *clamped, global int *whole, global int *down, global int *nothing) {
  int x = get_global_id(0), sum = 0;
  for (int j = max(x - r, 0); j <= min(x + r, w - 1); ++j) sum += in[j];
  around[x] = sum;
  sum = 0;
  for (int v = max(-3, -x); v <= min(3, w - 1 - x); ++v) sum += in[x + v];
  offsets[x] = sum;
  sum = 0;
  int first = clamp(x - 8, 0, w - 1), last = clamp(x + 4, 0, w - 1), j = first;
  for (; j <= last; ++j) sum += in[j];
  clamped[x] = sum + j;
  sum = 0;
  for (uint k = x > all ? x - all : 0; k < min(x + all, w); ++k) sum += in[k];
  whole[x] = sum;
  sum = 0;
  int met = 0;
  for (int k = min(x + r, w - 1); k >= max(x - r, 0); --k) {
    if (in[k] != k) break;
    met = in[k];
    sum++;
  }
  down[x] = met * 1000 + sum - 1;
  sum = 0;
  for (int k = max(x - none, 0); k <= min(x + none, w - 1); ++k) sum += in[k];
  nothing[x] = sum;
}
