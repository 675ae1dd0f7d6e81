// global: 100
// local: 100, 20, null
// options:
// options: -cl-wherry-vector-width=16
// options: -cl-wherry-cpu-level=3
// arg: in int 40 = i * 7 - 100
// arg: bytes uchar 50 = i * 5
// arg: longs long 75 = i * 100000000003
// arg: value float 2
// arg: value ulong 3
// arg: value int 39
// arg: scaled int 100
// arg: halves int 100
// arg: packed long 100
// arg: clamped int 100
// arg: down int 100
// arg: sparse long 100
// expect: scaled[i] = i * 2 / 5 * 7 - 100
// expect: halves[i] = i / 2 * 5
// expect: packed[i] = i * 3 / 4 * 100000000003
// expect: clamped[i] = max(0, min(39, i / 2 - 3)) * 7 - 100
// expect: down[i] = (99 - i) * 2 / 5 * 7 - 100
// expect: sparse[i] = i * 3 / 4 * 100000000003 + (i < 25 ? i * 11 / 4 * 100000000003 : 0)
// Indices that go up by less than one from work-item to work-item, at the ends of their buffers too; one that goes down,
// and one that goes up by more.
kernel void test(global const int *in, global const uchar *bytes, global const long *longs, float two, ulong three,
                 int last, global int *scaled, global int *halves, global long *packed, global int *clamped,
                 global int *down, global long *sparse) {
  int x = get_global_id(0);
  scaled[x] = in[(int)(x * (two / 5))];
  halves[x] = bytes[x >> 1];
  packed[x] = longs[x * three >> 2];
  clamped[x] = in[clamp((x >> 1) - 3, 0, last)];
  down[x] = in[(int)((99 - x) * (two / 5))];
  long sum = longs[x * three >> 2];
  if (x < 25) sum += longs[x * (three + 8) >> 2];
  sparse[x] = sum;
}
