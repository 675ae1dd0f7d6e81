// global: 8
// local: 8
// arg: in uchar 4096 = i * 31 + i / 7
// arg: out uchar 4096
// expect: out[i] = i >= 1 && i < 1 + 4001 ? in(i + 2) : 0
kernel void test(global const uchar *in, global uchar *out) {
  local uchar tile[4096];
  event_t e = async_work_group_copy(tile + 5, in + 3, 4001, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy(out + 1, tile + 5, 4001, 0);
  wait_group_events(1, &e);
}
