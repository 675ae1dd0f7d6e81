// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// written: out
// check: line 9:9, ... race of the same value: ... in line 9:9
kernel void test(global const int *in, global int *out) {
  local float3 three;
  three = (float3)(in[get_group_id(0)], 1, 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = (int)(three.x + three.z);
}
