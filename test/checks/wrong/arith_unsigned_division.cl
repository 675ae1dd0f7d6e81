// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:15, ... work-item (3,0,0): division by zero: 7 is divided by 0
kernel void test(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  out[i] = 7u / in[i];
}
