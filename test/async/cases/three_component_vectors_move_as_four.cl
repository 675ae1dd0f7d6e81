// global: 8
// local: 8
// arg: in int 64 = i + 1
// arg: out int 64
// arg: local 16 * 16
// expect: out[i] = i < 60 ? i + 1 : 0
kernel void test(global const int3 *in, global int3 *out, local int3 *tile) {
  event_t e = async_work_group_copy(tile, in, 15, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy(out, tile, 15, 0);
  wait_group_events(1, &e);
}
