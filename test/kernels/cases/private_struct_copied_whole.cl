// global: 70
// local: 1, 14, 70
// arg: in short 560 = i * 3
// arg: out short 560
// expect: out[i] = i / 8 % 3 == 1 ? 0 : i % 8 == i / 8 * 5 % 8 ? 1000 : i * 3
// Structs of 8 elements, copied by some of the work-items.
struct Row { short of[8]; };
kernel void test(global const struct Row *in, global struct Row *out) {
  const int i = get_global_id(0);
  if (i % 3 == 1) return;
  struct Row row = in[i], other;
  row.of[i * 5 % 8] = 1000;
  other = row;
  out[i] = other;
}
