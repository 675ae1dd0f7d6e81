// global: 16x16
// local: 8x8
// arg: data int 324 = i
// written: data
// races: 8:12 8:15 | 8:12 8:30 | 8:12 8:45 | 8:12 8:61
kernel void test(global int *data) {
  int at = (get_global_id(1) + 1) * 18 + get_global_id(0) + 1;
  data[at] = (data[at - 1] + data[at + 1] + data[at - 18] + data[at + 18]) / 4;
}
