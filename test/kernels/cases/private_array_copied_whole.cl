// global: 70
// local: 1, 14, 70
// arg: in int 3360 = i * 3
// arg: out int 3360
// arg: sums int 70
// expect: out[i] = i * 3 + (i % 48 == i / 48 * 5 % 48 ? 1000 : 0)
// expect: sums[i] = i * 144 + i * 5 % 48 * 3 + 1000
// Structs of 48 elements (copied in a loop) are copied in and out whole, and indexed between.
struct Row { int of[48]; };
kernel void test(global const struct Row *in, global struct Row *out, global int *sums) {
  const int i = get_global_id(0), at = i * 5 % 48;
  struct Row row = in[i];
  row.of[at] += 1000;
  out[i] = row;
  sums[i] = row.of[at];
}
