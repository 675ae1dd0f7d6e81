// global: 32
// local: 8, 32
// arg: in int 32 = i * 9
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i * 9
event_t fetch(local int *to, global const int *from, size_t n, event_t e) {
  return async_work_group_copy(to, from, n, e);
}
event_t same(event_t e) { return e; }
void wait(event_t e) { wait_group_events(1, &e); }
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  event_t e = fetch(tile, in + base, n / 2, 0);
  e = fetch(tile + n / 2, in + base + n / 2, n - n / 2, same(e));
  wait(same(e));
  out[base + get_local_id(0)] = tile[get_local_id(0)];
}
