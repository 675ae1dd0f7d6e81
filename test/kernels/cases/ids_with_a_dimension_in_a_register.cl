// global: 8x4
// local: 2x2
// arg: out ulong 64
// expect: out[i] = i % 2 ? i / 2 / 8 : i / 2 % 8
kernel void test(global ulong *out) {
  size_t self = get_global_id(1) * get_global_size(0) + get_global_id(0);
  for (uint d = 0; d < get_work_dim(); ++d) out[self * 2 + d] = get_global_id(d);
}
