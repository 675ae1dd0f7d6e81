// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 12:16 12:16
kernel void test(global const int *in, global int *out) {
  local uchar bits[2];
  int id = get_local_id(0);
  if (id < 2) bits[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  bits[id / 8] |= 1 << id % 8;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bits[0];
}
