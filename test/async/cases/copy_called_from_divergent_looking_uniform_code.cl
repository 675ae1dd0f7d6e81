// global: 64
// local: 16
// arg: table int 4 = i % 2
// arg: in int 64 = i
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = table(i / 16) ? i : -i
kernel void test(global const int *table, global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  tile[id] = -(int)(base + id);
  barrier(CLK_LOCAL_MEM_FENCE);
  int copies = table[get_group_id(0)];
  while (copies-- > 0) {
    event_t e = async_work_group_copy(tile, in + base, n, 0);
    wait_group_events(1, &e);
  }
  out[base + id] = tile[id];
}
