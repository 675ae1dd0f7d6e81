// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), m[3][3], sum = 0;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < a; ++b) m[a][b] = i;
  for (int a = 0; a < 3; ++a) sum += m[a][in[i] % 3];
  out[i] = sum;
}
