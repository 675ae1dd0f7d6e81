// global: 32
// local: 8
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = i + i % 8 % 2
struct bin { char letter; int count; short rest; };
kernel void test(global const int *in, global int *out) {
  local struct bin bins[8];
  int id = get_local_id(0);
  local uchar *bytes = (local uchar *)bins;
  for (uint k = id; k < sizeof bins; k += 8) bytes[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id % 2) atomic_inc(&bins[id].count);
  bins[id].letter += 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct bin b = bins[id];
  out[get_global_id(0)] = in[get_global_id(0)] + b.count + b.letter + b.rest;
}
