// global: 64
// local: 1, 16, 64
// options: -cl-std=CL3.0
// arg: in int 64 = i * 3
// arg: out int 64
// expect: out[i] = in(i) + i + (i % 2 ? 11 : 20 + i)
// Pointers in private memory, to private memory.
kernel void test(global int *in, global int *out) {
  int i = get_global_id(0);
  int a = 10, b[2] = {i, 20};
  int *table[4] = {in + i, &a, &b[0], &b[1]};
  *table[i % 2 ? 1 : 3] += i % 2 ? 1 : i;
  int total = 0;
  for (int k = 0; k < 4; ++k)
    if (k != (i % 2 ? 3 : 1)) total += *table[k];
  out[i] = total;
}
