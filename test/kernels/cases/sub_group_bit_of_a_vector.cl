// LLVM loads all bits of a vector where one is wanted.
// options: -cl-std=CL3.0
// global: 64
// local: 64, 20, 1
// arg: in uint 128 = i * 7919 % 1021
// arg: one uint 64
// arg: four uint 64
// expect: one[i] = in(i + 1) % 2 + 10
// expect: four[i] = in(i + 3) % 2 * 3
kernel void test(global const uint *in, global uint *one, global uint *four) {
  size_t i = get_global_id(0);
  uint of_all = sub_group_all(get_sub_group_size() > 0);
  one[i] = vload2(0, in + i).s1 % 2u * of_all + 10;
  four[i] = (vload4(0, in + i).s3 & 1) * 3;
}
