// global: 32
// local: 8
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = sum(j, 0, i, j)
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (size_t k = i + 1; k-- > 0;) sum += in[k];
  for (uint k = i; k != (uint)-1; --k) sum += in[k] - in[k];
  out[i] = sum;
}
