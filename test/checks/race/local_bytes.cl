// global: 32
// local: 16
// arg: in uchar 32 = i
// arg: out uchar 32
// written: out
// races: 10:12 11:16
kernel void test(global const uchar *in, global uchar *out) {
  local uchar line[17];
  int id = get_local_id(0);
  line[id] = in[get_global_id(0)];
  line[id + 1] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = line[id];
}
