// global: 32
// local: 8
// arg: in int 960 = i * 7 % 1009
// arg: out int 32
// arg: value int 960
// arg: value int 32
// expect: out[i] = in(928 + i)
// Each work-item stores to its own place again and again, as the arguments alone tell.
kernel void test(global const int *in, global int *out, int n, int places) {
  for (int g = get_global_id(0); g < n; g += get_global_size(0)) out[g % places] = in[g];
}
