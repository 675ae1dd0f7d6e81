// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: raw uchar 352
// arg: out int 32
// written: raw
// expect: out[i] = in(i) + 1
struct __attribute__((packed)) item { char a; int b; short c; uint d; };
kernel void test(global const int *in, global struct item *raw, global int *out) {
  int i = get_global_id(0);
  raw[i].a = 1;
  raw[i].b = in[i];
  raw[i].c = 2;
  raw[i].d = 3;
  local struct item items[8];
  items[get_local_id(0)] = raw[i];
  struct item *given = (struct item *)0;
  struct item mine = items[get_local_id(0)];
  given = &mine;
  out[i] = given->b + given->a;
}
