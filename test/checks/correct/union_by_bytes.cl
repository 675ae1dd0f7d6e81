// global: 32
// local: 8
// arg: in int 32 = i * 300
// arg: out int 32
// expect: out[i] = in(i) > 600 ? in(i) : 1
union word { uchar bytes[4]; uint word; ushort halves[2]; };
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  union word w;
  for (int b = 0; b < 4; ++b) w.bytes[b] = in[i] >> (8 * b);
  out[i] = w.word > 600 ? (int)(w.halves[0] | w.halves[1] << 16) : 1;
}
