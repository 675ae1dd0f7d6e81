// global: 32x24
// local: 8x8
// arg: in int 768 = i * 7 % 1009
// arg: out int 768
// expect: out[i] = in(i % 24 * 32 + i / 24)
// A transposition by square tiles: work-items of a group change places, and no tile is left.
kernel void test(global const int *in, global int *out) {
  local int tile[8][9];
  int s = get_local_id(0), t = get_local_id(1), left = get_group_id(0) * 8, top = get_group_id(1) * 8;
  tile[t][s] = in[(top + t) * 32 + left + s];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + t) * 24 + top + s] = tile[s][t];
}
