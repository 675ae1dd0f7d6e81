// global: 32
// local: 8, 32
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = i * 2
kernel void test(global const int *in, global int *out) {
  prefetch(in + get_global_id(0), 1);
  prefetch(in, 32);
  prefetch(in, 0);
  prefetch((global const double3 *)in, 2);
  prefetch((global const char *)in, 13);
  out[get_global_id(0)] = in[get_global_id(0)] * 2;
}
