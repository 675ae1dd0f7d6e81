// global: 64
// local: 16
// arg: in uint 64 = i
// arg: out int 64
// written: out
kernel void test(global const uint *in, global int *out) {
  uint state = in[get_global_id(0)];
  int i = get_global_id(0), sum = 0, at = i;
  for (int k = 0; k < 20; ++k) {
    state = state * 1664525u + 1013904223u;
    at = (at + (int)(state >> 20)) % 64;
    sum ^= in[at] + (int)(state & 1);
  }
  for (int bit = 1; bit < 64; bit *= 2) sum += in[bit];
  for (int gap = 32; gap > 0; gap /= 2) sum += in[gap];
  int row = 0;
  for (int k = 0; k < 8; ++k, row += 8) sum += in[row + k];
  out[i] = sum;
}
