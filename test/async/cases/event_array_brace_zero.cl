// global: 16
// local: 16
// arg: in uchar 64 = i + 5
// arg: out uchar 64
// expect: out[i] = i + 5
kernel void test(global const uchar *in, global uchar *out) {
  local uchar tile[64];
  event_t ev[2] = {0, 0};
  ev[0] = async_work_group_copy(tile, in, 32, 0);
  ev[1] = async_work_group_copy(tile + 32, in + 32, 32, (event_t)0);
  wait_group_events(2, ev);
  for (int k = get_local_id(0); k < 64; k += get_local_size(0)) out[k] = tile[k];
}
