// What a loop leaves behind by two ways out, though constants, differs between work-items.
// options: -cl-std=CL3.0
// global: 206
// local: 38, 103, 1
// offset: 25
// arg: value int 6
// arg: before int 206
// arg: after int 206
// expect: before[i] = i ? 7 : 0
// expect: after[i] = i ? 7 : 0
__attribute__((noinline)) ulong left(int a, int zero) {
  for (ulong u = 0; u < 8 && (uchar)a; ++u)
    if ((uint)get_global_linear_id()) return 7;
  return zero;
}
kernel void test(int a, global int *before, global int *after) {
  const short kept = left(a, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  before[get_global_linear_id()] = kept;
  after[get_global_linear_id()] = left(a, 0);
}
