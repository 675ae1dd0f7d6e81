// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 8:14, ... work-item (0,0,0): out of bounds: writes 4 bytes at byte -8 of argument 0 'out' (256 bytes)
kernel void test(global int *out) {
  int i = get_global_id(0);
  out[i - 2] = i;
}
