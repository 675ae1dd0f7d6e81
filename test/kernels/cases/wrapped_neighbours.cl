// global: 134
// local: 134, 67, 16
// options: -cl-std=CL3.0
// arg: in int 268 = i * i % 97
// arg: out int 536
// expect: out[i] = i % 4 == 0 ? in((i / 4 == 0 ? 133 : i / 4 - 1) * 2) * 100 + in((i / 4 == 133 ? 0 : i / 4 + 1) * 2) : i % 4 == 1 ? in((i / 4 == 0 ? 133 : i / 4 - 1) * 2 + 1) * 100 + in((i / 4 == 133 ? 0 : i / 4 + 1) * 2 + 1) : i % 4 == 2 ? in(i / 4 == 50 ? 3 : i / 4 + 7) : in(i / 4 == 77 ? 200 : i / 4)
// Neighbours in a ring, and elements but for one.
kernel void test(global const int2 *in, global int *out) {
  int i = get_global_id(0), n = get_global_size(0);
  int l = i == 0 ? n - 1 : i - 1, r = i == n - 1 ? 0 : i + 1;
  global const int *flat = (global const int *)in;
  out[4 * i] = in[l].x * 100 + in[r].x;
  out[4 * i + 1] = in[l].y * 100 + in[r].y;
  out[4 * i + 2] = flat[i == 50 ? 3 : i + 7];
  out[4 * i + 3] = flat[i != 77 ? i : 200];
}
