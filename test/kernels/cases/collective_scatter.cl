// global: 128
// local: 16, 128
// options: -cl-std=CL3.0
// arg: in int 128 = (i * 29 + 5) % 64
// arg: out int 128 = -1
// expect: out[i] = i % L < sum(k, i / L * L, i / L * L + L - 1, in(k) < 32) ? sum(j, i / L * L, i / L * L + L - 1, (in(j) < 32 && sum(k, i / L * L, j, in(k) < 32) == i % L + 1) ? in(j) : 0) : -1
// What passes moves to the front.
kernel void test(global const int *in, global int *out) {
  int x = in[get_global_id(0)];
  int keep = x < 32;
  int to = work_group_scan_exclusive_add(keep);
  if (keep) out[get_group_id(0) * get_local_size(0) + to] = x;
}
