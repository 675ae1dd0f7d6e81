// global: 32
// local: 1, 32
// arg: out int 32
// expect: out[i] = ((i + 1) * 2 + 3) * (i + 1) - i
int one(int x) { return x + 1; }
int two(int x) { return one(x) * 2; }
int three(int x) { return two(x) + 3; }
int four(int x, int (y)) { return three(x) * one(y); }
kernel void test(global int *out) {
  int i = get_global_id(0);
  out[i] = four(i, i) - i;
}
