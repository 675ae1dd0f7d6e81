// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 3 * (i / 16) + i
constant int table[4] = {0, 3, 6, 9};
kernel void test(global const int *in, global int *out) {
  local struct { int group; const constant int *where; } shared;
  if (get_local_id(0) == 9) {
    shared.group = get_group_id(0);
    shared.where = table + get_group_id(0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = *shared.where + in[get_global_id(0)] + shared.group * 0;
}
