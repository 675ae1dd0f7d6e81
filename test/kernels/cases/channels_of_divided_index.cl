// global: 640
// local: 640, 64, 1
// options:
// options: -cl-std=CL1.2
// arg: in char 11500 = i * 37 + 11
// arg: out int 10300
// arg: value int 32
// arg: value int 16
// arg: value int 3
// expect: out[i] = i < 10240 ? in((i / 512 * 36 + i / 16 % 32) * 16 + i % 16) + 2 * in((i / 512 * 36 + i / 16 % 32 + 1) * 16 + i % 16) + 3 * in((i / 512 * 36 + i / 16 % 32 + 2) * 16 + i % 16) : 0
// 640 pixels of 20 rows, of 16 channels each: dimensions of 32, 20 and 16 work-items.
kernel void test(global const char *in, global int *out, int w, int channels, int taps) {
  int p = get_global_id(0), x = p % w, y = p / w;
  for (int c = 0; c < channels; c++) {
    int sum = 0;
    for (int k = 0; k < taps; k++) sum += (k + 1) * in[(y * (w + 4) + x + k) * channels + c];
    out[p * channels + c] = sum;
  }
}
