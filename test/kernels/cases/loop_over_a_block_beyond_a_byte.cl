// The index wraps around in its 8 bits.
// global: 40
// local: null, 8
// arg: in int 640 = i * 7 % 101
// arg: out int 640
// expect: out[i] = i < 256 ? in(i) * 3 + 1 : 0
kernel void test(global const int *in, global int *out) {
  uchar first = get_global_id(0) * 16;
  for (uchar k = 0; k < 16; k++) {
    uchar i = first + k;
    out[i] = in[i] * 3 + 1;
  }
}
