// global: 64
// local: 1, 16, 64
// arg: out int 64
// expect: out[i] = i * 10000 + i % L * 100 + i / L
__attribute__((noinline)) int where(void) {
  return get_global_id(0) * 10000 + get_local_id(0) * 100 + get_group_id(0);
}
kernel void test(global int *out) { out[get_global_id(0)] = where(); }
