// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 8:27, ... work-group (0,0,0), work-item (0,0,0): conversion out of range: 1000 is converted to an integer of 8 bits
kernel void test(global const int *in, global int *out) {
  out[get_global_id(0)] = convert_char((float)(in[get_global_id(0)] + 1003));
}
