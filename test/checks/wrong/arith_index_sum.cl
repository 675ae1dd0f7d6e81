// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:11, ... index overflow: the int operation on 2147483600 and 48 overflows, and becomes an address
// check: line 10:19, ... index overflow: the int operation on -2147483648 and 2147483600 overflows, and becomes an address
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), far = 2147483600;
  out[far + in[i] - far] = 1;
}
