// global: 64
// local: 16
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i + 1
// check: line 10:3 ... copy without a wait: the work-group ends while it is pending
kernel void test(global int *out, local int *tile) {
  tile[get_local_id(0)] = get_global_id(0) + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  async_work_group_copy(out + get_group_id(0) * get_local_size(0), tile, get_local_size(0), 0);
}
