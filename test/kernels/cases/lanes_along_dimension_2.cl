// global: 5x3x40
// local: null, 5x1x8, 1x3x20, 5x3x40
// options: -cl-std=CL3.0
// arg: out int 600
// expect: out[i] = i % 40 + 100 * (i / 40 % 3) + 10000 * (i / 120)
kernel void test(global int *out) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(x * 3 + y) * 40 + z] = z + 100 * y + 10000 * x;
}
