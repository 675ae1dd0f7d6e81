// global: 32
// local: 8
// arg: in int 32 = 31 - i
// arg: out int 32
// expect: out[i] = min(in(i), min(in((i + 5) % 32), in((i + 11) % 32)))
void exchange(int *a, int *b) { int low = min(*a, *b), high = max(*a, *b); *a = low; *b = high; }
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), mine[100];
  for (int k = 0; k < 3; ++k) mine[k] = in[(i + (k == 0 ? 0 : k == 1 ? 5 : 11)) % 32];
  for (int a = 0; a < 3; ++a)
    for (int b = a + 1; b < 3; ++b) exchange(&mine[a], &mine[b]);
  out[i] = mine[0];
}
