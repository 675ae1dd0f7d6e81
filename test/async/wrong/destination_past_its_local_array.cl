// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// expect: out[i] = i * 3 + 1
// check: line 14:15, work-group
// check: out of bounds: the destination is bytes 0 to 64 of local array 'first' (32 bytes)
kernel void test(global const int *in, global int *out) {
  local int first[8];
  local int second[16];
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  second[id] = 1;
  first[id % 8] = 0;
  event_t e = async_work_group_copy(first, in + base, n, 0);
  wait_group_events(1, &e);
  out[base + id] = id < 8 ? first[id] + second[id] : in[base + id] + second[id];
}
