// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 8:38, ... out of bounds: reads 4 bytes at byte 36 of variable 'mine' (16 bytes)
int at(const int *p, int k) { return p[k]; }
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), mine[4] = {1, 2, 3, 4};
  out[i] = at(mine, in[i] == 7 ? 9 : 0);
}
