// global: 32
// local: 8, 32
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = i % 3 ? i : 0
kernel void test(global const int *in, global int *out) {
  if (get_global_id(0) % 3 == 0) return;
  prefetch(in + get_global_id(0), get_local_id(0) + 1);
  out[get_global_id(0)] = in[get_global_id(0)];
}
