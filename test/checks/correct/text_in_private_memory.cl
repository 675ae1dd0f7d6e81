// global: 32
// local: 8
// arg: in int 32 = i * 37
// arg: out int 32
// expect: out[i] = in(i) < 10 ? 1 : in(i) < 100 ? 2 : in(i) < 1000 ? 3 : 4
int length_of(const char *text) { int n = 0; while (text[n]) ++n; return n; }
kernel void test(global const int *in, global int *out) {
  char text[80];
  int x = in[get_global_id(0)], n = 0;
  do text[n++] = '0' + x % 10; while (x /= 10);
  text[n] = 0;
  for (int a = 0, b = n - 1; a < b; ++a, --b) { char t = text[a]; text[a] = text[b]; text[b] = t; }
  out[get_global_id(0)] = length_of(text);
}
