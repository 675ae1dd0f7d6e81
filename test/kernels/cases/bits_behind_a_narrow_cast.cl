// global: 64
// local: 64, 16
// arg: in long 64 = 128 + i % 2
// arg: out int 64
// expect: out[i] = 640 + i % 2
// Bit 8 of a char's int is the char's sign, not bit 8 of what the char was made of.
kernel void test(global const long *in, global int *out) {
  size_t g = get_global_id(0);
  long x = in[g];
  if ((x & 0x100) == 0) out[g] = (int)(char)x & 0x2ff;
}
