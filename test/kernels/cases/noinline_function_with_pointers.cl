// global: 32
// local: 1, 32
// arg: in int 32 = 3 * i
// arg: out int 32
// expect: out[i] = 3 * i + 2 * i + 5
__attribute__((noinline)) void both(global const int *in, int *result, int add) { *result = *in + add; }
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), value = 5, sum;
  both(&in[i], &sum, 2 * i);
  out[i] = sum + value;
}
