// global: 128
// local: 16, 128, 3
// options: -cl-std=CL3.0
// arg: in int 128 = i * 37 % 101
// arg: twos int 256 = -1
// arg: fours short 512 = -1
// arg: some double 256 = -1
// expect: twos[i] = i % 2 == 1 ? in(i / 2) * 3 : -1
// expect: fours[i] = i % 4 == 2 ? in(i / 4) + 1 : -1
// expect: some[i] = i % 2 == 0 && in(i / 2) % 3 != 0 ? in(i / 2) : -1
// What stands between the elements stays as it is.
kernel void test(global const int *in, global int *twos, global short *fours, global double *some) {
  size_t i = get_global_id(0);
  int x = in[i];
  twos[2 * i + 1] = x * 3;
  fours[4 * i + 2] = x + 1;
  if (x % 3 != 0) some[2 * i] = x;
}
