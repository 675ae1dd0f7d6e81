// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:39, ... out of bounds: reads 4 bytes at byte 16 of variable 'mine' (16 bytes)
int last_of(int values[4]) {
  int sum = 0;
  for (int k = 1; k <= 4; ++k) sum += values[k];
  return sum;
}
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), mine[4] = {i, i, i, i};
  out[i] = last_of(mine);
}
