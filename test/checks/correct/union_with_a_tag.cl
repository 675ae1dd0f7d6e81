// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: raw long 64
// arg: out int 32
// written: raw
// expect: out[i] = in(i) % 2 ? 1 : in(i)
struct value { char kind; union { int number; double real; char letter; }; };
int of(struct value v) {
  switch (v.kind) {
  case 0: return v.number;
  case 1: return v.letter;
  default: return (int)v.real;
  }
}
kernel void test(global const int *in, global struct value *raw, global int *out) {
  int i = get_global_id(0);
  struct value v;
  v.kind = in[i] % 2;
  if (v.kind) v.letter = 1; else v.number = in[i];
  raw[i] = v;
  out[i] = of(v);
}
