// global: 64
// local: 16
// options: -cl-fast-relaxed-math
// arg: out int 64
// expect: out[i] = 7
kernel void test(global int *out) {
  int i = get_global_id(0);
  float x = 0.1f + i * 0.37f;
  float2 v = (float2)(x, -x);
  out[i] = (exp(x) == native_exp(x)) + 2 * all(sin(v) == native_sin(v)) + 4 * (log2(ldexp(1.0f, -86 - i)) == -86 - i);
}
