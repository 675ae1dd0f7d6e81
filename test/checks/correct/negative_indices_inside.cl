// global: 16
// local: 16
// arg: in int 64 = i
// arg: out int 16
// expect: out[i] = i + 29 + 40 + 15 - i
kernel void test(global const int *in, global int *out) {
  local int tile[32];
  int id = get_local_id(0), mine[8];
  global const int *middle = in + 32;
  tile[id] = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *end = tile + 16;
  int *last = mine + 8;
  for (int k = 1; k <= 8; ++k) last[-k] = 5;
  int sum = 0;
  for (int *p = mine + 8; p != mine;) sum += *--p;
  out[id] = middle[id - 3 - 0] + sum + end[-1 - id];
}
