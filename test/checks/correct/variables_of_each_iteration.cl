// global: 32
// local: 8
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = 3 * i + 3
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < 3; ++k) {
    int value, list[4];
    list[k] = in[i];
    if (k < 5) value = list[k];
    sum += value + k;
  }
  out[i] = sum;
}
