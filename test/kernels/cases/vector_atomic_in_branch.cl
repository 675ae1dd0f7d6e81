// global: 64
// local: 16, 64
// arg: in int 64 = i % 3
// arg: counts int 3
// arg: out int 64
// expect: counts[i] = i == 1 ? 21 * 10 : 0
// expect: out[i] = in(i) == 1 ? 1 : 0
kernel void test(global const int *in, global int *counts, global int *out) {
  int i = get_global_id(0), done = 0;
  if (in[i] == 1) {
    atomic_add(&counts[in[i]], 10);
    done = 1;
  }
  out[i] = done;
}
