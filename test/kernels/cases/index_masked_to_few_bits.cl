// global: 64 8
// local: 64 1, 8 8
// arg: in float 1024 = i
// arg: few float 512
// arg: more float 512
// expect: few[i] = i % 8 * 64 + (i / 8 + i % 8) % 16
// expect: more[i] = i % 8 * 64 + i / 8 + i % 8
kernel void test(global const float *in, global float *few, global float *more) {
  size_t x = get_global_id(0), y = get_global_id(1);
  few[x * 8 + y] = in[y * 64 + ((x + y) & 15)];
  more[x * 8 + y] = in[y * 64 + ((x + y) & 127)];
}
