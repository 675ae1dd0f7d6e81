// global: 8x4x4
// local: 4x2x2, 8x4x4, 1x1x2
// arg: in float 128 = i
// arg: out float 128
// arg: local 4 * S
// expect: out[i] = i
kernel void test(global const float *in, global float *out, local float *tile) {
  size_t w = get_local_size(0), h = get_local_size(1), d = get_local_size(2);
  size_t base = (get_group_id(2) * d * 4 + get_group_id(1) * h) * 8 + get_group_id(0) * w;
  event_t e = 0;
  for (size_t z = 0; z < d; ++z)
    for (size_t y = 0; y < h; ++y)
      e = async_work_group_copy(tile + (z * h + y) * w, in + base + (z * 4 + y) * 8, w, e);
  wait_group_events(1, &e);
  out[(get_global_id(2) * 4 + get_global_id(1)) * 8 + get_global_id(0)] =
      tile[(get_local_id(2) * h + get_local_id(1)) * w + get_local_id(0)];
}
