// global: 100
// local: 100, 20, null
// options:
// options: -cl-wherry-vector-width=1
// options: -cl-wherry-vector-width=4
// arg: in int 200 = i
// arg: near uint 100 = i % 12 + 3
// arg: value int 100
// arg: value int 10
// arg: value int -2
// arg: value uint 0
// arg: value uint 4294967192
// arg: nested int 100
// arg: negative int 100
// arg: wrapped int 100
// arg: extended int 100
// expect: nested[i] = (min(i + 2, 99) - max(i - 2, 0) + 1) * (max(i - 2, 0) + min(i + 2, 99)) * (min(i + 2, 99) - max(i - 2, 0) + 1)
// expect: negative[i] = (i + 10) * (i + 27) / 2
// expect: wrapped[i] = 5 * i + 10 + i / 99 * 315
// expect: extended[i] = max(min((99 - i) % 12 + 3, 9) - 1 - i % 12, 0) * (i % 12 + min((99 - i) % 12 + 3, 9)) / 2
// A window loop in another one; windows of a negative length; a loop whose bound is the last number, so that only its break
// ends it; sums under a zero extension.
kernel void test(global const int *in, global const uint *near, int w, int short_row, int r, uint none, uint begin,
                 global int *nested, global int *negative, global int *wrapped, global int *extended) {
  int x = get_global_id(0), sum = 0;
  int first = clamp(x - 2, 0, w - 1), last = clamp(x + 2, 0, w - 1);
  for (int k = first; k <= last; ++k) {
    int at = in[k];
    for (int j = first; j <= last; ++j) sum += at + in[j];
  }
  nested[x] = sum;
  sum = 0;
  for (uint j = clamp(x + 20 - r, 0, short_row - 1); j <= (uint)(x + 20 + r); ++j) sum += in[j];
  negative[x] = sum;
  sum = 0;
  uint y = x + begin, count = 0;
  for (uint j = max(y, none); j <= min(y + 4, none - 1); ++j) {
    sum += in[(int)(j - begin)];
    if (++count == 8) break;
  }
  wrapped[x] = sum;
  sum = 0;
  uint m = near[x], l = near[99 - x];
  for (long j = (uint)(max(m, 1u) - 3); j < (long)(uint)(min(l, 9u) - 1); ++j) sum += in[j] + 1;
  extended[x] = sum;
}
