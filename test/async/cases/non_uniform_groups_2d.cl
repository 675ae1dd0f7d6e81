// global: 13x7
// local: 4x4, 5x2, 13x7, 8x1
// options: -cl-std=CL3.0
// arg: in int 91 = i * 3
// arg: out int 91
// arg: local 4 * S
// expect: out[i] = in(i)
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t w = get_local_size(0), h = get_local_size(1);
  size_t x = get_group_id(0) * get_enqueued_local_size(0), y = get_group_id(1) * get_enqueued_local_size(1);
  event_t e = 0;
  for (size_t row = 0; row < h; ++row) e = async_work_group_copy(tile + row * w, in + (y + row) * 13 + x, w, e);
  wait_group_events(1, &e);
  out[get_global_id(1) * 13 + get_global_id(0)] = tile[get_local_id(1) * w + get_local_id(0)];
}
