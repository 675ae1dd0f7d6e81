// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// expect: out[i] = in(i) % 2 && in(i) > 30 ? 1 : in(i) % 4 == 2 ? 3 : 2
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), value, other;
  bool has = in[i] % 2;
  if (has) value = in[i];
  if (in[i] % 4 == 2) other = 3;
  bool good = has && value > 30;
  if (good)
    out[i] = 1;
  else if (!has && in[i] % 4 == 2 && other == 3)
    out[i] = other;
  else
    out[i] = 2;
}
