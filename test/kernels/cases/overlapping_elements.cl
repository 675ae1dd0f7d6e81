// global: 96
// local: 16, 32, 96
// arg: text uchar 112 = i * i % 7 + 97
// arg: words ushort 112 = i * 331 % 65536
// arg: found int 96
// arg: hashed uint 96
// arg: wide ulong 96
// arg: back uint 96
// expect: found[i] = text(i) == 97 && text(i + 1) == 98 && text(i + 2) == 101 && text(i + 3) == 99
// expect: hashed[i] = text(i) + text(i + 1) * 256 + text(i + 2) * 65536 + text(i + 3) * 16777216
// expect: wide[i] = words(i) + words(i + 1) * 65536 + words(i + 2) * 4294967296 + words(i + 3) * 281474976710656
// expect: back[i] = text(100 - i) + text(101 - i) * 256 + text(102 - i) * 65536 + text(103 - i) * 16777216
// Elements of which neighbouring work-items read the same bytes.
kernel void test(global const uchar *text, global const ushort *words, global int *found, global uint *hashed,
                 global ulong *wide, global uint *back) {
  int x = get_global_id(0);
  found[x] = all(vload4(0, text + x) == (uchar4)(97, 98, 101, 99)) ? 1 : 0;
  hashed[x] = as_uint(vload4(0, text + x));
  wide[x] = as_ulong(vload4(0, words + x));
  back[x] = as_uint(vload4(0, text + 100 - x));
}
