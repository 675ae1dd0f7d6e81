// global: 8x8
// local: 4x4
// arg: in int 63 = i
// arg: out int 64
// written: out
// check: line 9:12, ... work-group (1,1,0), work-item (3,3,0): out of bounds: reads 4 bytes at byte 252 of argument 0 'in' (252 bytes)
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(1) * 8 + get_global_id(0);
  out[i] = in[i];
}
