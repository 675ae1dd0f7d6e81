// Once compiled to a loop in a loop: the inner one's count ends both, and a mask alone said so.
// global: 37
// local: 8, 37
// options: -cl-std=CL3.0 -cl-wherry-vector-width=4
// options: -cl-std=CL3.0 -cl-wherry-vector-width=8
// arg: in int 2 = 3 - i
// arg: out int 37
// expect: out[i] = 0
kernel void test(global const int *in, global int *out) {
  int v = 0;
  for (ulong u = in[1]; u-- > 0;) {
    if (in[0]) continue;
    if (in[1]) {
      if (v) break;
    } else {
      v = get_global_id(0);
    }
  }
  out[get_global_id(0)] = v;
}
