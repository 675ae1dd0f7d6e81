// global: 66
// local: 1, 11, 66
// options: -cl-std=CL3.0
// arg: out int 66 = 5
// arg: local 4 * L
// expect: out[i] = i % 4 == 2 ? 106 + i : 6 + (i % 4 == 0 ? 3 : i % 4 == 1 ? 20 : i % 4 == 3 ? 300 : 0)
void change(int *p, int by) { *p += by; }
kernel void test(global int *out, local int *shared) {
  int i = get_global_id(0), self = get_local_id(0);
  int a[3] = {0, 0, 0}, b = 0;
  shared[self] = 0;
  int *p = i % 4 == 0   ? (int *)&a[i % 3]
           : i % 4 == 1 ? (int *)&b
           : i % 4 == 2 ? (int *)(out + i)
                        : (int *)(shared + self);
  change(p, i % 4 == 0 ? 3 : i % 4 == 1 ? 20 : i % 4 == 2 ? 100 + i : 300);
  out[i] += 1 + a[0] + a[1] + a[2] + b + shared[self];
}
