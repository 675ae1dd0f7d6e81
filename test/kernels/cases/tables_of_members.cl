// global: 101
// local: 101, 16
// options: -cl-std=CL3.0
// arg: in uchar 101 = i * 53 % 251
// arg: out int 404
// expect: out[i] = i % 4 == 0 ? in(i / 4) % 8 * 10 + 1 : i % 4 == 1 ? in(i / 4) % 8 * 10 + 2 : i % 4 == 2 ? in(i / 4) % 4 * 4 + 3 : in(i / 4) % 3 ? in(i / 4) % 16 * 2 + 1 : 9
// Members of constant tables, from the second entry on, and under a mask.
typedef struct {
  int a, b, c, d;
} Entry;
constant int2 pairs[8] = {{1, 2}, {11, 12}, {21, 22}, {31, 32}, {41, 42}, {51, 52}, {61, 62}, {71, 72}};
constant Entry entries[5] = {{9, 9, 9, 9}, {1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
constant uchar2 bytes[16] = {{0, 1},   {2, 3},   {4, 5},   {6, 7},   {8, 9},   {10, 11}, {12, 13}, {14, 15},
                             {16, 17}, {18, 19}, {20, 21}, {22, 23}, {24, 25}, {26, 27}, {28, 29}, {30, 31}};
kernel void test(global const uchar *in, global int *out) {
  int g = get_global_id(0), some = 9;
  uchar v = in[g];
  out[4 * g] = pairs[v & 7].x;
  out[4 * g + 1] = pairs[v & 7].y;
  out[4 * g + 2] = (entries + 1)[v & 3].c;
  if (v % 3) some = bytes[v & 15].y;
  out[4 * g + 3] = some;
}
