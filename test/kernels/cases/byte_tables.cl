// global: 160
// local: 16, 32, 160
// arg: in uchar 160 = i * 37 % 256
// arg: table uchar 256 = i * i % 251
// arg: other uchar 72 = i * 3 % 200
// arg: all uchar 160
// arg: lower uchar 160
// arg: few uchar 160
// arg: pairs int 160
// expect: all[i] = table(in(i))
// expect: lower[i] = table(in(i) / 2 + 3)
// expect: few[i] = other(in(i) % 64 + 5)
// expect: pairs[i] = table(in(i)) * 256 + table(in(159 - i))
// Tables of bytes by indices of eight, seven and six bits.
kernel void test(global const uchar *in, constant uchar *table, global const uchar *other, global uchar *all,
                 global uchar *lower, global uchar *few, global int *pairs) {
  int x = get_global_id(0);
  all[x] = table[in[x]];
  lower[x] = table[(in[x] >> 1) + 3];
  few[x] = other[(in[x] & 63) + 5];
  pairs[x] = table[in[x]] * 256 + table[in[159 - x]];
}
