// global: 70
// local: 1, 7, 35, 70
// options: -cl-std=CL3.0
// arg: in int 70 = i * 13 % 29
// arg: out int 70
// arg: local 4 * L
// expect: out[i] = i % 3 == 0 ? in(i) * 2 + 1 : i % 3 == 1 ? in(i) * 3 + i % L : in(i) + 7
// One pointer of three spaces, lane by lane.
int twice(const int *p, int more) { return p[0] + more; }
kernel void test(global int *in, global int *out, local int *shared) {
  int i = get_global_id(0), self = get_local_id(0);
  int own[2] = {in[i] + 7, 5};
  shared[self] = in[i] * 3;
  int *p = i % 3 == 0 ? (int *)(in + i) : i % 3 == 1 ? (int *)(shared + self) : (int *)own;
  out[i] = twice(p, i % 3 == 0 ? in[i] + 1 : i % 3 == 1 ? self : 0);
}
