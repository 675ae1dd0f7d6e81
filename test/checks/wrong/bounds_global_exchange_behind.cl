// global: 64
// local: 16
// arg: counts int 8
// written: counts
// check: line 9:15, ... out of bounds: updates 4 bytes at byte 32 of argument 0 'counts' (32 bytes)
kernel void test(global int *counts) {
  volatile global int *p = counts + get_global_id(0) % 9;
  for (int seen = 0; ;) {
    int old = atomic_cmpxchg(p, seen, seen + 1);
    if (old == seen) break;
    seen = old;
  }
}
