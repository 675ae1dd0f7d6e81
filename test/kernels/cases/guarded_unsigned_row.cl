// A row's start is unsigned, and the index in the row is negative for work-items that a guard keeps out.
// global: 64
// local: 16
// arg: in int 32 = i * 7 % 101
// arg: out int 64
// expect: out[i] = sum(d, 0, 23, (d - i % 16 >= 0 && d - i % 16 < 8) * (d + 1) * in((i / 16 * 8 + d - i % 16 + 64) % 32))
kernel void test(global const int *in, global int *out) {
  uint p = get_group_id(0);
  int l = get_local_id(0), sum = 0;
  for (int d = 0; d < 24; d++) {
    int j = d - l;
    if (j >= 0 && j < 8) sum += in[p * 8 + j] * (d + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
