// global: 16
// local: 16
// arg: in int 16 = i * 3
// arg: raw int 64
// arg: out int 16
// written: raw
// expect: out[i] = in(i)
typedef struct { char a; int b; uchar c[3]; float2 d; } item;
kernel void test(global const int *in, global item *raw, global int *out) {
  int i = get_global_id(0);
  item mine = {0};
  mine.b = in[i];
  if (i < 8) raw[i] = mine;
  item other = mine;
  out[i] = other.b + other.c[2] + (int)other.d.y;
}
