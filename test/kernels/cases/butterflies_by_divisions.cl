// global: 512
// local: 128
// arg: in int 1024 = i * 37 % 101 - 50
// arg: out int 1024
// arg: local 1024
// expect: out[i] = in(i) * 256
// Two transforms by butterflies, whose places divisions by 1, 2, 4, ... give: of a signed counter, and of an unsigned
// one that goes down.
kernel void test(global const int *in, global int *out, local int *x) {
  int l = get_local_id(0), r = get_group_id(0);
  x[l] = in[r * 256 + l], x[l + 128] = in[r * 256 + l + 128];
  for (int h = 1; h < 256; h <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int p = l / h * h * 2 + l % h, u = x[p], v = x[p + h];
    x[p] = u + v, x[p + h] = u - v;
  }
  uint m = get_local_id(0);
  for (uint h = 128; h; h >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint p = m / h * h * 2 + m % h;
    int u = x[p], v = x[p + h];
    x[p] = u + v, x[p + h] = u - v;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[r * 256 + l] = x[l], out[r * 256 + l + 128] = x[l + 128];
}
