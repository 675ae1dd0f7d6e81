// global: 16
// local: 16
// arg: out int 32 = 0
// arg: local 4 * 32
// expect: out[i] = i < 4 ? i : i < 20 ? i - 4 : i
// check: overlap: source and destination share bytes of argument 1 'tile' (128 bytes, local)
kernel void test(global int *out, local int *tile) {
  size_t id = get_local_id(0);
  tile[id] = id;
  tile[16 + id] = 16 + id;
  barrier(CLK_LOCAL_MEM_FENCE);
  // Local memory has ordinary addresses here.
  event_t e = async_work_group_copy(tile + 4, (global const int *)(size_t)tile, 16, 0);
  wait_group_events(1, &e);
  out[id] = tile[id];
  out[16 + id] = tile[16 + id];
}
