// global: 8
// local: 8
// arg: out int 32
// expect: out[i] = i % 4 == 0 ? i / 4 : i % 4 == 1 ? 2 * (i / 4) : i % 4 == 2 ? 3 * (i / 4) : 77
typedef struct { int a; int2 b __attribute__((aligned(4))); int c; } __attribute__((packed)) Record;
kernel void test(global int *out) {
  int i = get_global_id(0);
  global Record *records = (global Record *)out;
  Record r;
  r.a = i;
  r.b = (int2)(2 * i, 3 * i);
  r.c = 77;
  records[i] = r;
}
