// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: raw int 192
// arg: out int 64
// written: raw
// expect: out[i] = in(i) % 2 ? 7 : in(i)
struct item { char tag; int number; short rank; };
struct item make(int n) { struct item made; made.tag = n; made.number = n; made.rank = 3; return made; }
__attribute__((noinline)) int number_of(struct item given) { return given.tag == 7 ? 7 : given.number; }
kernel void test(global const int *in, global struct item *raw, global int *out) {
  int i = get_global_id(0);
  struct item a = make(7), b = make(in[i]);
  struct item chosen = in[i] % 2 ? a : b;
  raw[i] = chosen;
  out[i] = chosen.number;
  if (number_of(chosen) < 0) out[i] = 0;
}
