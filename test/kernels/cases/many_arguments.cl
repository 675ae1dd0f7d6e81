// global: 8
// local: 8
// arg: out long 8
// arg: value char -1
// arg: value uchar 255
// arg: value short -300
// arg: value ushort 65535
// arg: value int -70000
// arg: value uint 4000000000
// arg: value long -5000000000
// arg: value ulong 6000000000
// arg: value float 3
// arg: value double 4
// arg: a int 8 = i
// arg: b char 8 = i * 2
// arg: c double 8 = i * 3
// arg: local 8
// arg: value char 1
// arg: value char 2
// arg: value char 3
// arg: value int 4
// arg: value char 5
// arg: value long 6
// arg: value char 7
// arg: value short 8
// expect: out[i] = -1 + 255 - 300 + 65535 - 70000 + 4000000000 - 5000000000 + 6000000000 + 3 + 4 + 6 * i + 36
kernel void test(global long *out, char v0, uchar v1, short v2, ushort v3, int v4, uint v5, long v6, ulong v7, float v8,
                 double v9, global int *a, global char *b, global double *c, local int *l, char v10, char v11, char v12,
                 int v13, char v14, long v15, char v16, short v17) {
  int i = get_global_id(0);
  out[i] = v0 + v1 + v2 + v3 + v4 + (long)v5 + v6 + (long)v7 + (long)v8 + (long)v9 + a[i] + b[i] + (long)c[i] + v10 +
           v11 + v12 + v13 + v14 + v15 + v16 + v17;
}
