// global: 32
// local: 16
// options: -cl-opt-disable
// arg: in int 16 = i * i
// arg: out int 32
// arg: value int 1
// expect: out[i] = 2480
// Work-items fill the tile and count steps in one region, so that the counter is each one's own, and with it all that a
// loop of two entries computes: the sum must not stay one for the work-group.
kernel void test(global const int *in, global int *out, int once) {
  local int tile[16];
  int l = get_local_id(0), step = 0, sum = 0;
  if (once & 1) goto middle;
again:
  step++;
middle:
  tile[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 16; ++k) sum += tile[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (step < 1) goto again;
  out[get_global_id(0)] = sum;
}
