// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: out int 64
// expect: out[i] = sum(j, 0, in(i) % 8 - 1, j)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), stack[16], top = 0, sum = 0;
  for (int k = 0; k < in[i] % 8; ++k) stack[top++] = k;
  while (top > 0 && stack[top - 1] >= 0) sum += stack[--top];
  out[i] = sum;
}
