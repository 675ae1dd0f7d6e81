// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:12, ... uninitialised: a branch depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  float least;
  for (int k = 0; k < 4; ++k) least = fmin(least, (float)in[(i + k) % 64]);
  out[i] = least < 3 ? 1 : in[i];
}
