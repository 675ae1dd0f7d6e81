// Vectors of a work-item seen as one truth, as one number, in narrower parts; a switch whose default nobody takes.
// global: 37
// local: 1, 7, 16, 37
// options: -cl-std=CL3.0 -cl-wherry-vector-width=4
// options: -cl-std=CL3.0
// arg: in long 148 = i * 77777777777777
// arg: parts uint 37
// arg: truth uint 37
// arg: number ushort 37
// arg: chosen uint 37
// expect: parts[i] = ((in(4 * i) >> 32) + in(4 * i + 1) + (in(4 * i + 3) & 65535)) & 4294967295
// expect: truth[i] = (i % 3 == 0) + 2 * (i % 3 != 1 || i % 5 != 0) + 4 * (i % 7 == 2)
// expect: number[i] = (i * 3) & 255 | ((i + 7) & 255) << 8
// expect: chosen[i] = i % 4 == 0 ? 5 : i % 4 == 1 ? i : i % 4 == 2 ? 7 * i : 11
kernel void test(global const long4 *in, global uint *parts, global uint *truth, global ushort *number,
                 global uint *chosen) {
  uint i = get_global_id(0);
  long4 x = in[i];
  parts[i] = (uint)(x.x >> 32) + (uint)x.y + (ushort)x.w;
  int4 of = (int4)(i % 3, i % 5, i % 7, i % 3);
  truth[i] = all(of == (int4)(0, of.y, of.z, 0)) + 2 * any(of != (int4)(1, 0, of.z, 1)) + 4 * all(of.zz == 2);
  number[i] = as_ushort((uchar2)(i * 3, i + 7));
  switch (i & 3) {
  case 0: chosen[i] = 5; break;
  case 1: chosen[i] = i; break;
  case 2: chosen[i] = 7 * i; break;
  case 3: chosen[i] = 11; break;
  }
}
