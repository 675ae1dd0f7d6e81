// global: 320
// local: 64, 320, 160, 40, 5
// options: -cl-std=CL3.0
// options: -cl-wherry-cpu-level=3
// options: -cl-wherry-cpu-level=1
// options: -cl-wherry-vector-width=64
// arg: in uchar 3840 = i / 320 * 16 + i % 16
// arg: in ushort 3840 = i / 320 * 256 + i % 16
// arg: value uint 3000
// arg: out uint 320
// arg: wide uint 320
// arg: moved uchar 3840
// arg: bins uint 16
// expect: out[i] = 9152 + 78 * (i % 16)
// expect: wide[i] = 146432 + 78 * (i % 16)
// expect: moved[i] = i / 320 * 16 + i % 16 + 1
// expect: bins[i] = i < 8 ? 188 : 187
// As many work-items at once as share a line, where each round of a loop reaches others.
kernel void test(global const uchar *in, global const ushort *in_wide, uint n, global uint *out, global uint *wide,
                 global uchar *moved, global uint *bins) {
  local uint mine[16];
  uint x = get_global_id(0), w = get_global_size(0), sum = 0, wide_sum = 0;
  for (uint i = get_local_id(0); i < 16; i += get_local_size(0)) mine[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint y = 0; y < 12; ++y) sum += (y + 1) * in[y * w + x];
  out[x] = sum;
  for (uint y = 0; y < 12; ++y) wide_sum += (y + 1) * in_wide[y * w + x];
  wide[x] = wide_sum;
  for (uint y = 0; y < 12; ++y) moved[y * w + x] = in[y * w + x] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = x; i < n; i += w) atomic_inc(&mine[in[i] & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 16; i += get_local_size(0)) atomic_add(&bins[i], mine[i]);
}
