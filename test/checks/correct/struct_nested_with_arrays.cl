// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: raw int 384
// arg: out int 32
// written: raw
// expect: out[i] = in(i) + 1
struct inner { char letter; long value; };
struct outer { char tag; struct inner parts[2]; char end; };
kernel void test(global const int *in, global struct outer *raw, global int *out) {
  int i = get_global_id(0);
  struct outer mine = {1, {{2, in[i]}, {3, 4}}, 5}, copy;
  copy = mine;
  copy.parts[1] = copy.parts[0];
  raw[i] = copy;
  out[i] = copy.parts[1].value + raw[i].tag;
}
