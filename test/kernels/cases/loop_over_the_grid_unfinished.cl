// global: 96
// local: 96, 48, 16, 8, 1
// arg: in int 1000 = i * 7 % 101
// arg: out int 1100
// arg: value uint 70
// arg: value uint 4294967200
// expect: out[i] = i < 70 ? in(i) * 2 : 0
// Fewer elements than work-items, and a loop that nobody enters, whose next round would wrap around.
kernel void test(global const int *in, global int *out, uint n, uint far) {
  for (uint g = get_global_id(0); g < n; g += get_global_size(0)) out[g] = in[g] * 2;
  for (uint g = get_global_id(0) + far; g < n; g += get_global_size(0)) out[g] = 1000;
}
