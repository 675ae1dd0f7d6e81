// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 10:10 10:10
kernel void test(global const int *in, global int *out) {
  local int8 shared;
  int id = get_local_id(0);
  shared = (int8)(in[id]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared.s3;
}
