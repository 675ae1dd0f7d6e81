// global: 64
// local: 16
// arg: out int 250
// written: out
// check: line 8:3, ... out of bounds: writes ... of argument 0 'out' (1000 bytes)
kernel void test(global int *out) {
  size_t i = get_global_id(0);
  vstore4((int4)(1, 2, 3, 4), i, out);
}
