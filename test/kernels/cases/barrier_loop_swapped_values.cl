// global: 16
// local: 1, 16
// arg: out int 16
// expect: out[i] = (i + 1) * 1000 + i + 7
kernel void test(global int *out) {
  int a = get_global_id(0) + 7, b = a - 6;
  for (int k = 0; k < 5; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int c = a;
    a = b;
    b = c;
  }
  out[get_global_id(0)] = a * 1000 + b;
}
