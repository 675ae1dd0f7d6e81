// global: 64
// local: 64, 16
// arg: chars char 64 = i - 30
// arg: shorts short 64 = -300 * i
// arg: flags int 64 = i % 3 == 0 ? 200 : 5
// arg: out long 64
// expect: flags[i] = i % 3 == 0 ? 0 : 10
// expect: out[i] = (((i % 3 == 0 ? i - 30 : -300 * i)) * 4294967296) / 7
// Of the value only the lower half is wanted; the sign is in the half above.
kernel void test(global const char *chars, global const short *shorts, global int *flags, global long *out) {
  size_t i = get_global_id(0);
  long v;
  if (flags[i] > 100) {
    v = chars[i];
    flags[i] = 0;
  } else {
    v = shorts[i];
    flags[i] += 5;
  }
  out[i] = (v << 32) / 7;
}
