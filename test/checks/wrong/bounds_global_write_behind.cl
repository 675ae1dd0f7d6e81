// global: 64
// local: 16
// arg: out int 63
// written: out
// check: line 8:10, ... work-item (15,0,0): out of bounds: writes 4 bytes at byte 252 of argument 0 'out' (252 bytes)
kernel void test(global int *out) {
  size_t i = get_global_id(0);
  out[i] = (int)i;
}
