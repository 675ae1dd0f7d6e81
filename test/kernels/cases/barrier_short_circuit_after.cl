// global: 64
// local: 16
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = i % 16 > 3 && i % 16 < 12 || i % 16 == 15
kernel void test(global int *out, local int *shared) {
  int id = get_local_id(0);
  bool early = id > 3 && id < 12;
  barrier(CLK_LOCAL_MEM_FENCE);
  bool late = early || id == 15;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = late;
}
