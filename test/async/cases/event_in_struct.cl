// global: 32
// local: 8, 32
// arg: in int 32 = i * 9
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = i * 9
typedef struct { int before; event_t event; local int *tile; } Transfer;
void start(Transfer *t, global const int *in, size_t n) { t->event = async_work_group_copy(t->tile, in, n, 0); }
void finish(Transfer *t) { wait_group_events(1, &t->event); }
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n;
  Transfer t;
  t.before = 1;
  t.tile = tile;
  start(&t, in + base, n);
  finish(&t);
  out[base + get_local_id(0)] = t.tile[get_local_id(0)];
}
