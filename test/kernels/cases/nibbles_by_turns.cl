// Two work-items share a byte, by signed, unsigned and long indices.
// global: 2048
// local: null, 64
// arg: in uchar 1024 = i * 37 % 251
// arg: a int 2048
// arg: b int 2048
// arg: c int 2048
// expect: a[i] = i % 2 == 0 ? in(i / 2) / 16 : in(i / 2) % 16
// expect: b[i] = i % 2 == 0 ? in(i / 2) / 16 : in(i / 2) % 16
// expect: c[i] = i % 2 == 0 ? in(i / 2) / 16 : in(i / 2) % 16
kernel void test(global const uchar *in, global int *a, global int *b, global int *c) {
  const int i = get_global_id(0);
  const uint u = get_global_id(0);
  const size_t s = get_global_id(0);
  a[i] = i & 1 ? in[i >> 1] & 15 : in[i >> 1] >> 4;
  b[u] = u % 2 == 0 ? in[u >> 1] >> 4 : in[u / 2] & 15;
  c[s] = s & 1 ? in[s / 2] & 15 : in[s >> 1] >> 4;
}
