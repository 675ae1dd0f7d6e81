// global: 96
// local: 1, 8, 16, 32
// arg: in int 256 = i * 3
// arg: in int 96 = (i * 37) % 300
// arg: out int 96
// arg: value int 100
// arg: value int 0
// expect: out[i] = (i * 37) % 300 > 99 * 3 ? 100 + 7 : ((i * 37) % 300 + 2) / 3 + 7
// Work-items leave a search in different iterations; another one has no iteration, and must not load.
kernel void test(global const int *sorted, global const int *wanted, global int *out, int n, int none) {
  int g = get_global_id(0), at = n, never = 7;
  for (int i = 0; i < n; ++i)
    if (sorted[i] >= wanted[g]) {
      at = i;
      break;
    }
  for (int i = 0; i < none; ++i)
    if (sorted[i] >= wanted[g + (1 << 28)]) {
      never = i;
      break;
    }
  out[g] = at + never;
}
