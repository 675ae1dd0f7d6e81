// global: 64
// local: 16
// arg: data int 65 = i
// written: data
// races: 8:11 8:13
kernel void test(global int *data) {
  int i = get_global_id(0);
  data[i] = data[i + 1];
}
