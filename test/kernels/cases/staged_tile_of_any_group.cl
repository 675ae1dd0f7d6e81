// global: 80
// local: 8, 16, 40
// arg: in int 40 = i * i % 101
// arg: out int 80
// expect: out[i] = sum(k, 0, 7, in(k)) * 2 + in(7) * i
// Each work-item loads eight elements of a tile, which work-groups of any size fill.
kernel void test(global const int *in, global int *out) {
  local int tile[40];
  int l = get_local_id(0), i = get_global_id(0), sum = 0;
  tile[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 8; k++) sum += tile[k] + tile[7 - k];
  out[i] = sum + tile[7] * i;
}
