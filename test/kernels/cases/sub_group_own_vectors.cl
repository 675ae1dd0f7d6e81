// Vectors of a work-item's own: seen as one number, tested as a whole, handed to others by their components.
// options: -cl-std=CL3.0
// global: 40
// local: 20, 5
// arg: in int 40 = i * 16843009
// arg: out int 40
// expect: out[i] = 10 * i + (i > 20 ? 1000 : 0) + 4 * (i / L * L + i % L / 8 * 8) + 3
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global const int *in, global int *out) {
  const size_t i = get_global_id(0);
  const char4 bytes = as_char4(in[i]);
  int sum = as_int(bytes) == in[i] ? 10 * bytes.z : -1;
  if (any((int4)((int)i - 21, -1, -1, -1) >= 0)) sum += 1000;
  const int16 many = (int16)((int)i) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const int16 first = sub_group_broadcast(many, 0);
  const float4 mine = convert_float4(many.s0123);
  const float4 same = sub_group_non_uniform_broadcast(mine, 1);
  sum += first.s0 + first.sf - 15 + first.s3 - 3 + (int)same.z;
  out[i] = sum;
}
