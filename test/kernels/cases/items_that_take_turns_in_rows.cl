// global: 192 x 20
// local: 8 x 4
// arg: in float 4096 = i % 97
// arg: out float 4096
// arg: value uint 192
// arg: value uint 19
// expect: out[i] = i / 192 >= 19 ? 0 : i % 3 == 0 ? in(i) * 2 + in(i + 1) * 3 : i % 3 == 1 ? in(i - 1) * in(i) * 5 : 7
// Guards of two dimensions.
kernel void test(global const float *in, global float *out, uint w, uint h) {
  size_t x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  uint turn = x % 3, at = y * w + x;
  if (turn == 0)
    out[at] = in[at] * 2 + in[at + 1] * 3;
  else if (turn == 1)
    out[at] = in[at - 1] * in[at] * 5;
  else
    out[at] = 7;
}
