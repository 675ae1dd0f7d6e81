// global: 64
// local: 16, 8, null
// arg: out int 64
// expect: out[i] = i
__attribute__((work_group_size_hint(16, 1, 1))) __attribute__((vec_type_hint(float4))) kernel void test(
    global int *out) {
  out[get_global_id(0)] = get_global_id(0);
}
