// global: 4x3x40
// local: 4x3x20
// arg: out int 480
// expect: out[i] = i - i % 20 + 19 - i % 20 + 2 * i
// What is kept across the barrier has a place for each work-item, whatever order numbers them.
kernel __attribute__((reqd_work_group_size(4, 3, 20))) void test(global int *out) {
  local int turned[4][3][20];
  int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
  int at = (get_global_id(0) * 3 + get_global_id(1)) * 40 + get_global_id(2), kept = 2 * at;
  turned[x][y][19 - z] = at;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = turned[x][y][z] + kept;
}
