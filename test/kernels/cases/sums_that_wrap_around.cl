// global: 6
// local: 3, 1, 1
// arg: rows int 480 = 1
// arg: pairs int 480 = 1
// arg: value uint 100
// expect: rows[i] = i % 80 < 64 ? i % 80 + 1 : 1
// expect: pairs[i] = i % 80 < 64 ? (i % 80) / 2 + 1 : 1
// Sums behind each other by unsigned indices. Those of odd work-items begin before 2^32 and wrap around to 0.
kernel void test(global int *rows, global int *pairs, uint n) {
  size_t y = get_global_id(0);
  uint begin = y & 1 ? 0xfffffff0u : 0u;
  global int *row = rows + y * 80, *pair = pairs + y * 80;
  for (uint i = 0; i < n; ++i) {
    uint k = begin + i;
    if (k - 1 < 63) row[k] += row[k - 1];
  }
  for (uint i = 0; i < n; ++i) {
    uint k = begin + i;
    if (k - 2 < 62) pair[k] += pair[k - 2];
  }
}
