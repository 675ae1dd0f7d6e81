// global: 64
// local: 16
// arg: in int 64 = i * 7 + 1
// arg: keys int 128
// arg: found int 64
// written: keys
// expect: found[i] = 1
kernel void test(global const int *in, volatile global int *keys, global int *found) {
  int key = in[get_global_id(0)];
  uint at = (uint)key * 2654435761u % 128;
  while (true) {
    int seen = atomic_cmpxchg(&keys[at], 0, key);
    if (seen == 0 || seen == key) break;
    at = (at + 1) % 128;
  }
  found[get_global_id(0)] = atomic_add(&keys[at], 0) == key;
}
