// global: 64
// local: 16
// arg: a int 4480 = i * i % 1009
// arg: b int 7000 = i * 7 % 31
// arg: out int 4480
// arg: value int 70
// expect: out[i] = sum(k, 0, 69, a(i / 70 * 70 + k) * b(k * 70 + i % 70))
// Work-items fill a column as far as an argument says, for each column: without the local array, columns become
// work-items.
kernel void test(global const int *a, global const int *b, global int *out, int n) {
  int row = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int factors[100];
  local int part[100];
  for (int k = 0; k < n; k++) factors[k] = a[row * n + k];
  for (int column = 0; column < n; column++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < n; k += size) part[k] = b[k * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (int k = 0; k < n; k++) sum += factors[k] * part[k];
    out[row * n + column] = sum;
  }
}
