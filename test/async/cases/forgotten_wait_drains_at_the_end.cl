// global: 256
// local: 16, 64
// arg: out int 256
// arg: local 4 * L
// expect: out[i] = i + 1
// check: copy without a wait
kernel void test(global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  tile[get_local_id(0)] = get_global_id(0) + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  async_work_group_copy(out + base, tile, n, 0);
}
