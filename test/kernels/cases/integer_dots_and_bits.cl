// global: 64
// local: 1, 16, 64
// options: -cl-std=CL3.0
// arg: out long 512
// expect: out[i] = i % 8 == 0 ? (255 * 4 + i / 8) : i % 8 == 1 ? 2147483647 : i % 8 == 2 ? -128 * (255 + i / 8) : i % 8 == 3 ? 4 * 127 * -128 : i % 8 == 4 ? (i / 8 & 240) + 10 : i % 8 == 5 ? (i / 8 & 15) - (i / 8 & 8) * 2 : i % 8 == 6 ? (i / 8 >> 2 & 7) : (i / 8 & 1) * 128 + (i / 8 >> 1 & 1) * 64 + (i / 8 >> 2 & 1) * 32 + (i / 8 >> 3 & 1) * 16 + (i / 8 >> 4 & 1) * 8 + (i / 8 >> 5 & 1) * 4
#if !defined(cl_khr_integer_dot_product) || !defined(__opencl_c_integer_dot_product_input_4x8bit_packed) || \
    !defined(cl_khr_extended_bit_ops)
#error "not there"
#endif
kernel void test(global long *out) {
  uint i = get_global_id(0);
  global long *to = out + i * 8;
  to[0] = dot_acc_sat((uchar4)(255), (uchar4)(1), i);
  to[1] = dot_acc_sat((char4)(-128), (char4)(-128), 2147483000);
  to[2] = dot_4x8packed_us_int(0x000000ffu | i << 16, 0x00800080u);
  to[3] = dot((char4)(-128), (char4)(127));
  to[4] = bitfield_insert((uchar)i, (uchar)0xfa, 0, 4);
  to[5] = bitfield_extract_signed(i, 0, 4);
  to[6] = bitfield_extract_unsigned((int4)(i), 2, 3).z + bitfield_extract_unsigned(i, 32, 0);
  to[7] = bit_reverse((uchar)i);
}
