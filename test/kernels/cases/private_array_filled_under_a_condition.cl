// global: 64
// local: 64
// options:
// options: -cl-wherry-vector-width=16
// arg: in int 640 = i < 64 ? i + 201 : i * 37 % 100
// arg: out int 641
// arg: value int 640
// arg: value int 200
// expect: out[i] = i == 640 ? 206 : in(i % 64 * 5) + (i + 200) % 64 * in(i % 64)
// In a loop over the grid, `own` keeps what the first iteration has stored: no later number is above the bound.
kernel void test(global const int *in, global int *out, int n, int bound) {
  local int first[64];
  int l = get_local_id(0), own[64];
  first[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < n; i += 64) {
    if (in[i] > bound) {
      int from = in[5 * i & 511];
      for (int k = 0; k < 64; k++) own[k] = from + k * first[l];
    }
    out[i] = own[(i + bound) & 63];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[n] = first[5];
}
