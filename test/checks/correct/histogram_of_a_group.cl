// global: 128
// local: 16
// arg: in int 128 = i * 5
// arg: out int 16
// expect: out[i] = 8
kernel void test(global const int *in, global int *out) {
  local int bins[16];
  int id = get_local_id(0);
  bins[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[in[get_global_id(0)] & 15], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[id], bins[id]);
}
