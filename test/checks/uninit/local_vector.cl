// global: 16
// local: 4
// arg: in float 64 = i
// arg: out float 64
// written: out
// check: line 12:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const float4 *in, global float4 *out) {
  local float4 tile[8];
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[id] + tile[id + 4];
}
