// global: 64
// local: 16
// arg: in int 260 = i
// arg: out int 64
// written: out
// check: line 10:12, ... misaligned: reads 16 bytes at byte 4 of argument 0 'in' (1040 bytes), which has to be a multiple of 16 bytes
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  global const int4 *p = (global const int4 *)(in + 1);
  out[i] = p[i].y;
}
