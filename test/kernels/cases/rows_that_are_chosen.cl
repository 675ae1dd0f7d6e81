// global: 256
// local: 1, 32, null
// arg: in short 1024 = i * 37 % 101
// arg: out int 256
// arg: joined int 256
// arg: value int 32
// expect: out[i] = in(i + 300 - (in(i) % 4 == 0 ? 1 : in(i) % 4 == 1 ? 32 : in(i) % 4 == 2 ? 31 : 33)) * 3 + in(i + 300 + (in(i) % 4 == 0 ? 1 : in(i) % 4 == 1 ? 32 : in(i) % 4 == 2 ? 31 : 33))
// expect: joined[i] = in(i) > 50 ? in(i + 5) : in(i) > 20 ? in(i + 64) : 0 - 1
// Each work-item chooses among rows that it may load from; others it must not: -1 stands for one that does not exist.
kernel void test(global const short *in, global int *out, global int *joined, int w) {
  int i = get_global_id(0), v = in[i], at = i + 300;
  int by = v % 4 == 0 ? 1 : v % 4 == 1 ? w : v % 4 == 2 ? w - 1 : w + 1;
  out[i] = in[at - by] * 3 + in[at + by];
  int value = -1;
  if (v > 50)
    value = in[i + 5];
  else if (v > 20)
    value = in[i + 2 * w];
  joined[i] = value;
}
