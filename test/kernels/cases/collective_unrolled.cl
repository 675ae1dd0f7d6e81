// global: 60
// local: 1, 7, 20, 60
// options: -cl-std=CL3.0
// arg: in int 60 = i * 7 % 23
// arg: out int 60
// expect: out[i] = sum(k, 0, 3, sum(j, i / L * L, i, in(j) + k) + in(i / L * L) * k)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), total = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    total += work_group_scan_inclusive_add(in[i] + k) + work_group_broadcast(in[i] * k, 0);
  out[i] = total;
}
