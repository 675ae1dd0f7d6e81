// An argument chooses what is divided.
// global: 300
// local: null, 20
// arg: out int 300
// arg: out2 int 300
// arg: value int 1
// arg: value int 0
// arg: value int 7
// expect: out[i] = i % 7 * 10 + (400 - i) / 7
// expect: out2[i] = (400 - i) % 7 * 10 + i / 7
kernel void test(global int *out, global int *out2, int first, int second, int n) {
  int i = get_global_id(0);
  out[i] = (first ? i : 400 - i) % n * 10 + (first ? 400 - i : i) / n;
  out2[i] = (second ? i : 400 - i) % n * 10 + (second ? 400 - i : i) / n;
}
