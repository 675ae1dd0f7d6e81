// global: 16
// local: 16
// arg: out int 16
// expect: out[i] = 3 + i % 4 * 2
kernel void test(global int *out) {
  constant int table[4] = {3, 5, 7, 9};
  out[get_global_id(0)] = table[get_global_id(0) % 4];
}
