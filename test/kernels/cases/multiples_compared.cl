// global: 96
// local: 8
// arg: value uint 77
// arg: value int -24
// arg: in int 96 = i * 3
// arg: out int 96
// arg: signs int 96
// expect: out[i] = i < 64 ? in(i / 8 * 8 + 7 - i % 8) : -1
// expect: signs[i] = (i - 48 < -24 ? 1 : 0) + (i - 48 >= -24 ? 2 : 0) + (i - 48 <= -24 ? 4 : 0) + (i - 48 > -24 ? 8 : 0)
// Whether a group's part is whole hangs on its tile alone, for a required size bounds local ids.
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void test(uint n, int limit, global const int *in,
                                                                global int *out, global int *signs) {
  local int tile[8];
  uint l = get_local_id(0), i = l + get_group_id(0) * 8, i2 = l * 2 + get_group_id(0) * 16;
  if (i2 < n / 16 * 32) {
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[7 - l];
  } else {
    out[i] = -1;
  }
  int at = (int)i - 48, least = limit / 8 * 8;
  signs[i] = (at < least) + (at >= least) * 2 + (at <= least) * 4 + (at > least) * 8;
}
