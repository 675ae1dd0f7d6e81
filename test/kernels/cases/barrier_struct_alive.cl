// global: 32
// local: 1, 8, 32
// arg: out int 32
// arg: local 4 * L
// expect: out[i] = (i / L * L + (i + 1) % L) * 2 + i + i * 3 + 4
typedef struct { int a; char b; long c; short d[3]; } Record;
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0), self = get_global_id(0);
  Record r = {self, (char)(self * 3), 4, {1, 2, 3}};
  shared[id] = self * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  r.c += shared[(id + 1) % get_local_size(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[self] = r.a + r.b + (int)r.c + r.d[0] + r.d[1] - r.d[2];
}
