// global: 101
// local: 101, 16
// options: -cl-std=CL3.0
// arg: in uchar 101 = i * 53 % 251
// arg: out int 505
// expect: out[i] = i % 5 == 0 ? in(i / 5) % 16 * 11 - 50 : i % 5 == 1 ? in(i / 5) / 16 * 11 - 50 : i % 5 == 2 ? in(i / 5) % 32 * 7 % 101 : i % 5 == 3 ? (in(i / 5) % 4 + 2) * 1000 : in(i / 5) % 3 ? in(i / 5) % 8 * 3 - 20 : 7
// Tables of floats, bytes and shorts, from their middle on, and under a mask.
constant float floats[16] = {-50, -39, -28, -17, -6, 5, 16, 27, 38, 49, 60, 71, 82, 93, 104, 115};
constant uchar bytes[32] = {0,  7,  14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91, 98, 4,
                            11, 18, 25, 32, 39, 46, 53, 60, 67, 74, 81, 88, 95, 1,  8,  15};
constant short shorts[6] = {0, 1000, 2000, 3000, 4000, 5000};
constant char chars[8] = {-20, -17, -14, -11, -8, -5, -2, 1};
kernel void test(global const uchar *in, global int *out) {
  int g = get_global_id(0);
  uchar v = in[g];
  out[5 * g] = floats[v & 15];
  out[5 * g + 1] = floats[v >> 4];
  out[5 * g + 2] = bytes[v & 31];
  out[5 * g + 3] = (shorts + 2)[v & 3];
  int some = 7;
  if (v % 3) some = chars[v & 7];
  out[5 * g + 4] = some;
}
