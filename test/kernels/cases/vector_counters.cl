// global: 64
// local: 1, 8, 16, 64
// arg: value uint 60
// arg: value int -5
// arg: signed_ int 200
// arg: below int 64
// arg: around int 128
// arg: down int 80
// arg: both int 128
// expect: signed_[i] = i < 100 ? G / L : 0
// expect: below[i] = i < 64 ? G / L : 0
// expect: around[i] = i < 76 ? G / L : 0
// expect: down[i] = i >= 5 && i < 70 ? G / L : 0
// expect: both[i] = i < 128 ? (i < 64 ? 1 : 2) * G / L : 0
// Counters that go around in 32 bits, or might.
kernel void test(uint n, int least, global int *signed_, global int *below, global int *around, global int *down,
                 global int *both) {
  size_t l = get_local_id(0);
  for (int i = l; i < 100; i += get_local_size(0)) atomic_inc(&signed_[i]);
  for (uint i = l; i < 64; i += get_local_size(0)) atomic_inc(&below[i]);
  for (uint i = l - 16; (int)i < (int)n; i += get_local_size(0)) atomic_inc(&around[i + 16]);
  for (int i = 64 - (int)l; i >= least + 5; i -= get_local_size(0)) atomic_inc(&down[i + 5]);
  for (uint i = l; i < 128; i += get_local_size(0)) atomic_add(&both[i], i < 64 ? 1 : 2);
}
