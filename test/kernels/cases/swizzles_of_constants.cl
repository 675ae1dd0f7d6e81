// Clang's code generator crashes at swizzles of constants in literals, as it stands.
// global: 8
// local: 4
// arg: out int 8
// expect: out[i] = i < 4 ? i / 2 * 7 : i % 2 + 1
kernel void test(global int *out) {
  int i = get_global_id(0);
  int4 zeros_and_sevens = (int4)((int2)(0), (int4)(7).s00);
  int4 parts = (int4)((int4)(1, 2, 3, 4).s01, ((int4)(2, 1, 4, 3).s10));
  out[i] = i < 4 ? ((int *)&zeros_and_sevens)[i] : ((int *)&parts)[i - 4];
}
