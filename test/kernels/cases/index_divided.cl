// global: 500
// local: 500, 100, 50, 1
// options:
// options: -cl-std=CL1.2
// arg: in int 37 = i * 3 + 1
// arg: out int 518
// arg: value uint 37
// expect: out[i] = i < 500 ? in(i % 37) + 1000 * (i / 37) : 0
// Segments end inside of work-groups and of vectors.
kernel void test(global const int *in, global int *out, uint n) {
  uint g = get_global_id(0), y = g / n, x = g % n;
  out[y * n + x] = in[x] + 1000 * (int)y;
}
