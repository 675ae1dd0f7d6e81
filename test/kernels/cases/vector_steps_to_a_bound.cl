// global: 128
// local: 128, 32, 4
// options: -cl-wherry-cpu-level=3
// options: -cl-wherry-cpu-level=1
// options: -cl-wherry-cpu-level=3 -cl-wherry-vector-width=32
// options: -cl-wherry-cpu-level=1 -cl-wherry-vector-width=4
// arg: value uint 777
// arg: in uchar 777 = i % 250
// arg: in ushort 777 = i % 300
// arg: out uchar 800
// arg: back ushort 800
// arg: odd uchar 800
// expect: out[i] = i < 777 ? i % 250 + 1 : 0
// expect: back[i] = i < 777 ? (776 - i) % 300 * 2 : 0
// expect: odd[i] = i < 777 && i % 2 == 1 ? i % 250 : 0
// Where there are no masks for rows: as a whole while all lanes are there, lane by lane in the last round.
kernel void test(uint n, global const uchar *in, global const ushort *wide, global uchar *out, global ushort *back,
                 global uchar *odd) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    out[i] = in[i] + 1;
    back[n - 1 - i] = wide[i] * 2;
  }
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    if (i & 1) odd[i] = in[i];
}
