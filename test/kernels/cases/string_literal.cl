// global: 8
// local: 8
// arg: out int 8
// expect: out[i] = i == 0 ? 87 : i == 1 ? 104 : i == 2 ? 101 : i == 3 ? 114 : i == 4 ? 114 : i == 5 ? 121 : i == 6 ? 0 : -1
kernel void test(global int *out) {
  constant char *text = "Wherry";
  int i = get_global_id(0);
  out[i] = i < 7 ? text[i] : -1;
}
