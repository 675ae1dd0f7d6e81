// global: 128
// local: 32
// arg: in int 600 = i * 7 % 101
// arg: row int 5 = i * 100 + i % 2 * 5
// arg: out int 128
// expect: out[i] = sum(k, 0, 3, row(i / 32) + i % 32 + 32 * k < row(i / 32 + 1) ? in(row(i / 32) + i % 32 + 32 * k) : 0) + sum(k, 0, 3, row(i / 32 + 1) - 1 - i % 32 - 32 * k >= row(i / 32) ? in(row(i / 32 + 1) - 1 - i % 32 - 32 * k) * 3 : 0) + sum(k, 0, 1, row(i / 32) + 2 * (i % 32) + 64 * k < row(i / 32 + 1) ? in(row(i / 32) + 2 * (i % 32) + 64 * k) - in(row(i / 32) + 2 * (i % 32) + 64 * k + 1) * 2 : 0)
// A work-group takes a row, whose first and last elements it loads.
kernel void test(global const int *in, global const int *row, global int *out) {
  int l = get_local_id(0), first = row[get_group_id(0)], end = row[get_group_id(0) + 1], sum = 0;
  for (int j = first + l; j < end; j += 32) sum += in[j];
  for (int j = end - 1 - l; j >= first; j -= 32) sum += in[j] * 3;
  for (int j = first + 2 * l; j < end; j += 64) sum += in[j] - in[j + 1] * 2;
  out[get_global_id(0)] = sum;
}
