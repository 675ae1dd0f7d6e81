// global: 66
// local: 33, 11, 66
// arg: in int 10 = i + 100
// arg: value int 7
// arg: out int 6
// arg: through int 66
// expect: out[i] = i < 66 / L ? 107 : 0
// expect: through[i] = i == 9 ? 5 : 0
// The same for all work-items, as far as they have it: what the others have must not replace it.
kernel void test(global const int *in, int n, global int *out, global int *through) {
  int l = get_local_id(0), x;
  global int *p;
  if (l == 2) {
    x = in[n];
    p = through + in[2] - 93;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 2) {
    out[get_group_id(0)] = x;
    *p = 5;
  }
}
