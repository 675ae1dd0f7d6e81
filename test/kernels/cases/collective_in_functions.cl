// global: 60
// local: 1, 7, 20, 60
// options: -cl-std=CL3.0
// arg: in int 60 = (i * 11 + 3) % 17 - 8
// arg: out int 60
// expect: out[i] = sum(k, i / L * L, i, in(k)) * 2 + sum(k, i / L * L, i, k) - in(i / L * L)
__attribute__((noinline)) int sum_to_here(int x) { return work_group_scan_inclusive_add(x); }
int both(int x, int y) { return sum_to_here(x) + sum_to_here(x + y); }
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), x = in[i];
  int result = both(x, i);
  out[i] = result - work_group_broadcast(x, 0);
}
