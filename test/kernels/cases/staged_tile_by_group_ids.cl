// global: 32x16
// local: 8x4
// arg: a int 512 = i * 7 % 19
// arg: b int 256 = i * 5 % 23
// arg: out int 512
// expect: out[i] = sum(k, 0, 7, a(i / 32 * 32 + i % 32 / 8 * 8 + k) * (k + 1)) + b(i % 32 * 8 % 256)
// What work-items compute from group ids and a constant local size they compute from global ids; the sum of a
// work-group's row hangs on groups.
kernel void test(global const int *a, global const int *b, global int *out) {
  local int row[4][8], few[8];
  int s = get_local_id(0), t = get_local_id(1), x = get_group_id(0) * 8 + s, y = get_group_id(1) * 4 + t, sum = 0;
  row[t][s] = a[y * 32 + x];
  if (t == 0) few[s] = b[x * 8 % 256];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 8; k++) sum += row[t][k] * (k + 1);
  out[y * 32 + x] = sum + few[s];
}
