// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:40, ... out of bounds: reads 4 bytes at byte -4 of variable 'mine' (16 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0, mine[4] = {i, i, i, i};
  for (int k = 3; k >= -1; --k) sum += mine[k] * k;
  out[i] = sum;
}
