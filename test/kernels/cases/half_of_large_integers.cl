// Too large for a half, though of few bits: LLVM takes those for exact.
// global: 32
// local: 32, 8
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-wherry-vector-width=1
// arg: out uint 32
// arg: most uint 32
// arg: least uint 32
// expect: out[i] = i % 2 * 0x7f800000
// expect: most[i] = (i >= 16) * 0x477fe000
// expect: least[i] = i % 2 * 0xff800000
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void test(global uint *out, global uint *most, global uint *least) {
  uint i = get_global_id(0), large = i % 2 ? 1 << 21 : 0, largest = i < 16 ? 0 : 65504;
  long negative = i % 2 ? -65536 : 0;
  float x = 0, y = 0, z = 0;
  for (uchar k = 1; k-- > 0;) {
    x = (float)(half)large;
    y = (float)(half)largest;
    z = (float)(half)negative;
  }
  out[i] = as_uint(x);
  most[i] = as_uint(y);
  least[i] = as_uint(z);
}
