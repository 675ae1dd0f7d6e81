// global: 16x12
// local: 16x4, 4x4, 16x1, 8x2
// arg: rows int 12 = i * 3 + 1
// arg: table int 8 = i * i
// arg: in int 192 = i % 13
// arg: out int 192
// expect: out[i] = rows(i / 16) * 100 + table(i % 4) + in(i)
// The first work-item of a row fills for all of the row, and the first four of a work-group for the group.
kernel void test(global const int *rows, global const int *table, global const int *in, global int *out) {
  local int row[4], few[4];
  int x = get_global_id(0), y = get_global_id(1), l = get_local_id(0), m = get_local_id(1);
  if (l == 0) row[m] = rows[y];
  if (l < 4) few[l] = table[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = y * get_global_size(0) + x;
  out[i] = row[m] * 100 + few[x & 3] + in[i];
}
