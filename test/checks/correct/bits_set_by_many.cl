// global: 64
// local: 16
// arg: in int 64 = i % 2
// arg: out uint 2
// expect: out[i] = 2863311530
kernel void test(global const int *in, global uint *out) {
  local uint bits;
  int id = get_local_id(0), i = get_global_id(0);
  if (id == 0) bits = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[i]) atomic_or(&bits, 1u << id);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) atomic_or(&out[i / 32], bits << i % 32);
}
