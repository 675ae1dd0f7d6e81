// global: 60
// local: 1, 4, 12, 60, null
// offset: 1000
// arg: out ulong 60
// expect: out[i] = 1000 + i + 1000 + 60
kernel void test(global ulong *out) {
  out[get_global_id(0) - get_global_offset(0)] = get_global_id(0) + get_global_offset(0) + get_global_size(0);
}
