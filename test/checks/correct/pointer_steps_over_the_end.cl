// global: 16
// local: 16
// arg: in int 64 = i
// arg: out int 16
// expect: out[i] = 4 * i * 4 + 6
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0;
  global const int *at = in + 4 * i, *end = at + 4;
  for (; at < end; ++at) sum += *at;
  local int tile[4];
  local int *last = tile + 4;
  private int mine[2] = {sum, 0}, *p = mine + 2;
  out[i] = last - tile == 4 && p - mine == 2 ? *(p - 2) : 0;
}
