// global: 8
// local: 8
// arg: out uint 8
// expect: out[i] = 1065353216 + i
typedef union { float f; uint u; } Bits;
kernel void test(global uint *out) {
  Bits b;
  b.f = 1.0f;
  out[get_global_id(0)] = b.u + as_uint(0.0f) + get_global_id(0);
}
