// global: 61
// local: 61, 16, 1
// options: -cl-std=CL3.0
// arg: in int 61 = i * 7 % 31
// arg: out int 61
// expect: out[i] = i < 7 ? in(i) : i < 9 ? 100 + in(60 - i) : i >= 41 ? in(i) * 3 : i % 3 == 0 ? in(i) + in(60 - i) : i
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (i < 7) {
    out[i] = in[i];
  } else if (i < 9) {
    out[i] = 100 + in[60 - i];
  } else if (i >= 41) {
    int sum = 0;
    for (int k = 0; k < 3; ++k) sum += in[i];
    out[i] = sum;
  } else if (i % 3 == 0) {
    out[i] = in[i] + in[60 - i];
  } else {
    out[i] = i;
  }
}
