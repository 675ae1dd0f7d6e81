// global: 64
// local: 64, 16, 1
// arg: in int 1000 = i * 7 % 101
// arg: out int 1100
// arg: value int 1000
// expect: out[i] = i < 1000 ? in(i) * 2 : 0
// Lanes that have left the loop lie below the first element.
kernel void test(global const int *in, global int *out, int n) {
  for (int g = n - 64 + (int)get_global_id(0) % 64; g >= 0; g -= 64) out[g] = in[g] * 2;
  int low = (int)get_global_id(0);
  if (low < n % 64) out[low] = in[low] * 2;
}
