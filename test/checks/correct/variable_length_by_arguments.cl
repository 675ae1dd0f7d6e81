// global: 32
// local: 8
// arg: in int 32 = i
// arg: local 4 * L
// arg: local 2 * L
// arg: value int 1 = 8
// arg: out int 32
// expect: out[i] = i + i % 8
kernel void test(global const int *in, local int *a, local short *b, int n, global int *out) {
  int id = get_local_id(0);
  for (int k = id; k < n; k += get_local_size(0)) a[k] = in[get_group_id(0) * n + k], b[n - 1 - k] = k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[id] + b[n - 1 - id];
}
