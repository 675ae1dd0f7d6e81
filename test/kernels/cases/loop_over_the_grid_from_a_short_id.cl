// global: 65536
// local: 64
// arg: out int 70000
// arg: value int 30000
// expect: out[i] = i < 62768 ? i + 1 : 0
// The ids from 32768 on are negative as short.
kernel void test(global int *out, int n) {
  for (int i = (short)get_global_id(0); i < n; i += get_global_size(0)) out[i + 32768] = i + 32769;
}
