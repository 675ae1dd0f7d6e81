// global: 32
// local: 8
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = i
kernel void test(global const int *in, global int *out) {
  local uint16 wide[8];
  int id = get_local_id(0), i = get_global_id(0);
  uint16 v;
  v.s0 = in[i];
  v.s5 = id;
  wide[id] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint16 other = wide[id];
  long halves = (long)other.s0 << 32 | other.s5;
  short4 s = as_short4(halves);
  out[i] = s.w << 16 | (ushort)s.z;
}
