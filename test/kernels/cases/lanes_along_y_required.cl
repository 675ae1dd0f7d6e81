// global: 4 x 72
// local: 1x24
// arg: in int 288 = i * 5
// arg: out int 288
// arg: ids int 288
// expect: out[i] = in(i - i / 4 % 24 * 4 + (23 - i / 4 % 24) * 4) + sum(j, 0, i / 4 % 24, in(i - i / 4 % 24 * 4 + j * 4))
// expect: ids[i] = i / 4 % 24
// Groups of one work-item in dimension 0: neighbours in dimension 1 are the lanes, behind barriers too.
kernel __attribute__((reqd_work_group_size(1, 24, 1))) void test(global const int *in, global int *out, global int *ids) {
  local int tile[24];
  int x = get_global_id(0), y = get_global_id(1), l = get_local_id(1), sum = 0;
  tile[l] = in[y * 4 + x];
  int kept = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k <= l; ++k) sum += tile[k];
  out[y * 4 + x] = tile[23 - l] + sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  ids[y * 4 + x] = kept;
}
