// A value of 64 bits of which 32 are used, and that two cases bring to one place.
// global: 37
// local: 37, null
// arg: in int 38 = i * 5 % 7
// arg: out int 237 = 0
// expect: out[i] = i < 37 ? (i * 5 % 7 > 1 ? (i * 5 % 7 == 5 ? (i + 1) * 5 % 7 : i * (i * 5 % 7)) : max(i - 3, 0)) : i >= 100 && i < 137 ? (i - 100) * 5 % 7 > 1 && (i - 100) * 5 % 7 != 5 : i >= 200 ? (i - 200) * 5 % 7 == 5 : 0
kernel void test(global const int *in, global int *out) {
  long i = get_global_id(0), v = max(i - 3, 0l);
  switch (in[i]) {
  case 0: break;
  case 1: break;
  case 5: v = in[i + 1]; out[i + 200] = 1; break;
  default: v = i * in[i]; out[i + 100] = 1;
  }
  out[i] = (int)v;
}
