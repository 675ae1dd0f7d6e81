// global: 32
// local: 8
// arg: in int 32 = i
// arg: raw long 256
// arg: back int 32
// written: raw
// expect: back[i] = i + 6
struct cell { short a; long b; char c[3]; };
union choice { struct cell cell; float4 numbers; char letter; };
kernel void test(global const int *in, global union choice *raw, global int *back) {
  int i = get_global_id(0), sum = 0;
  union choice list[3];
  for (int k = 0; k < 3; ++k) {
    list[k].cell.b = in[i] + k;
    list[k].cell.a = k;
    list[k].cell.c[k] = 1;
  }
  raw[i] = list[1];
  for (int k = 0; k < 3; ++k) {
    union choice one = list[k];
    struct cell c = one.cell;
    sum += c.a + c.c[k];
  }
  global struct cell *place = &raw[i].cell;
  struct cell again = *place;
  *place = again;
  back[i] = (int)(place->b - 1) + sum;
}
