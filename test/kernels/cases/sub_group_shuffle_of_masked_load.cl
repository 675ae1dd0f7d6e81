// A work-item that has loaded nothing hands 0 to the others (compiler/masked_loads.h).
// options: -cl-std=CL3.0
// global: 48
// local: 16, 48
// arg: in int 48 = i + 100
// arg: out int 48
// expect: out[i] = i % 3 == 0 ? -1 : (i / 2 * 2 + 1 - i % 2) % 3 == 0 ? 0 : i / 2 * 2 + 1 - i % 2 + 100
__attribute__((intel_reqd_sub_group_size(16))) kernel void test(global const int *in, global int *out) {
  const size_t i = get_global_id(0);
  const bool mine = i % 3 != 0;
  const int loaded = mine ? in[i] : 0;
  const int other = sub_group_shuffle_xor(loaded, 1);
  out[i] = mine ? other : -1;
}
