// global: 16
// local: 4
// arg: in uchar 16 = i
// arg: out uchar 16
// written: out
// check: line 12:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const uchar *in, global uchar *out) {
  local uchar tile[8];
  int id = get_local_id(0);
  tile[2 * id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[id];
}
