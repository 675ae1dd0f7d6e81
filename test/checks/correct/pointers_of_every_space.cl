// global: 32
// local: 8
// options: -cl-std=CL3.0
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = i % 4 == 0 ? 7 : i % 4 == 1 ? i % 8 : i
global int of_program[8] = {7, 7, 7, 7, 7, 7, 7, 7};
int through(const int *p, int i) { return p[i]; }
kernel void test(global int *in, global int *out) {
  local int tile[8];
  int id = get_local_id(0), i = get_global_id(0), mine[8];
  tile[id] = id;
  for (int k = 0; k < 8; ++k) mine[k] = i;
  const int *all[4] = {of_program, tile, mine, in + i - id};
  out[i] = through(all[i % 4], id);
}
