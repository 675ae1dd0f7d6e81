// LLVM loads all bits of a vector where one is wanted, and another element by way of them; a volatile vector.
// options: -cl-std=CL3.0
// global: 64
// local: 64, 20, 1
// arg: in uint 256 = i * 7919 % 1021
// arg: one uint 64
// arg: four uint 64
// arg: both uint 64
// arg: moved uint 256
// expect: one[i] = in(i + 1) % 2 + 10
// expect: four[i] = in(i + 3) % 2 * 3
// expect: both[i] = in(4 * i + 3) % 2 * 10000 + in(4 * i)
// expect: moved[i] = in(i) + 1
kernel void test(global const uint *in, global uint *one, global uint *four, global uint *both,
                 global volatile uint4 *moved) {
  size_t i = get_global_id(0);
  uint of_all = sub_group_all(get_sub_group_size() > 0);
  one[i] = vload2(0, in + i).s1 % 2u * of_all + 10;
  four[i] = (vload4(0, in + i).s3 & 1) * 3;
  both[i] = vload4(i, in).s3 % 2u * 10000 + in[4 * i];
  moved[i] = vload4(i, in);
  moved[i] += 1;
}
