// global: 16x16
// local: 16x16
// arg: in int 1024 = i * i % 1009
// arg: out int 256
// expect: out[i] = i >= 16 && i % 16 < 14 ? in(i / 16 * 50 - 50 + i % 16 + 18) : in(i / 16 * 50 + i % 16)
// Columns 18 to 31 of a row are columns 0 to 13 of the next one, which are filled a second time.
kernel void test(global const int *in, global int *out) {
  local int tile[16 * 18 + 16];
  int l = get_local_id(0), m = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  tile[m * 18 + l] = in[y * 50 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[m * 18 + l + 16] = in[y * 50 + x + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 16 + x] = tile[m * 18 + l];
}
