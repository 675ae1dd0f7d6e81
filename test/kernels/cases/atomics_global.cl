// global: 256
// local: 1, 16, 64
// arg: out int 8 = i == 3 ? 1000000 : i == 6 ? -1 : 0
// expect: out[i] = i == 0 ? 256 : i == 1 ? -256 : i == 2 ? 32640 : i == 3 ? 0 : i == 4 ? 255 : i == 5 ? 255 : i == 6 ? 0 : 0
kernel void test(volatile global int *out) {
  int i = get_global_id(0);
  atomic_inc(&out[0]);
  atomic_dec(&out[1]);
  atomic_add(&out[2], i);
  atomic_min(&out[3], i);
  atomic_max(&out[4], i);
  atomic_or(&out[5], i);
  atomic_and(&out[6], i);
  atomic_xor(&out[7], i);
}
