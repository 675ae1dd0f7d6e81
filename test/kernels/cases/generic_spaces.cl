// global: 48
// local: 1, 6, 48
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// arg: in int 48
// arg: out int 48
// arg: local 4 * L
// expect: out[i] = i % 3 == 0 ? 1001 : i % 3 == 1 ? 1022 : 1104
// Where a pointer leads that the compiler cannot follow.
int where(int *p) {
  return (to_global(p) ? 1 : 0) + (to_local(p) ? 2 : 0) + (to_private(p) ? 4 : 0) +
         (get_fence(p) == CLK_LOCAL_MEM_FENCE ? 10 : 0);
}
kernel void test(global int *in, global int *out, local int *shared) {
  int i = get_global_id(0), self = get_local_id(0);
  int own[3] = {i, 2, 3};
  int *p = i % 3 == 0 ? (int *)(in + i) : i % 3 == 1 ? (int *)(shared + self) : (int *)&own[i % 2];
  int same = (to_global(p) == in + i) + (to_local(p) == shared + self) + (to_private(p) == &own[i % 2]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = where(p) + same * 1000 + (i % 3 == 1 ? 10 : i % 3 == 2 ? 100 : 0) + (to_global((int *)0) ? 5000 : 0);
}
