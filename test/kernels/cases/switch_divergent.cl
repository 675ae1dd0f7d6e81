// global: 64
// local: 16
// arg: out int 64
// expect: out[i] = i % 6 == 0 ? 11 : i % 6 == 1 ? i + 3 : i % 6 == 2 ? 3 : i % 6 == 4 ? -i : 99
kernel void test(global int *out) {
  int i = get_global_id(0), value = 0;
  switch (i % 6) {
    case 0:
      value = 11;
      break;
    case 1:
      value = i;
    case 2:
      value += 3;
      break;
    case 4:
      value = -i;
      break;
    default:
      value = 99;
  }
  out[i] = value;
}
