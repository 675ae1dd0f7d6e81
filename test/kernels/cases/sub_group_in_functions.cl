// Functions that are not to be inlined, of vectors and structures, and large private arrays.
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// global: 32
// local: 32, 7
// arg: out int 32
// expect: out[i] = 6 * i + 3 * i + (i + 1) % 8 + 5
struct Pair {
  int4 a;
  long b;
};
__attribute__((noinline)) float4 twice(float4 x) { return x + x; }
__attribute__((noinline)) struct Pair make(int x) {
  struct Pair made = {(int4)(x), 5};
  return made;
}
__attribute__((noinline)) int several(int x) {
  // A local size of 7 leaves sub-groups of less than 8.
  return get_sub_group_size() == 8 ? sub_group_reduce_add((int)get_sub_group_local_id()) : 28;
}
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(global int *out) {
  const int i = (int)get_global_id(0);
  int near[2000], far[3000];
  for (int k = 0; k < 2000; ++k) near[k] = k + i;
  for (int k = 0; k < 3000; ++k) far[k] = k * 3;
  const float4 x = twice((float4)((float)i));
  const struct Pair pair = make(i);
  out[i] = several(i) + (int)(x.x + x.w) + pair.a.y + pair.a.w + far[i] + near[(i + 1) % 8] - i - 28 + (int)pair.b;
}
