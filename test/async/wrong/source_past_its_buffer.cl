// global: 64
// local: 16
// arg: in int 60 = i * 3
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i < 60 ? i * 3 : 0
// check: line 11:15, work-group (3,0,0): out of bounds: the source is bytes 192 to 256 of argument 0 'in' (240 bytes)
// overruns: in
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(1, &e);
  out[base + get_local_id(0)] = base + get_local_id(0) < 60 ? tile[get_local_id(0)] : 0;
}
