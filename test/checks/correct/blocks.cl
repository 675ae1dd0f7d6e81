// global: 32
// local: 8
// options: -cl-std=CL2.0
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = 3 * i + 1
struct padded { char a; int b; };
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  struct padded p;
  p.a = 1;
  p.b = in[i];
  int (^add)(int) = ^(int x) { return x + p.a + p.b; };
  int (^twice)(int, int) = ^(int x, int y) { return x + y * p.a; };
  out[i] = twice(add(in[i]), p.b);
}
