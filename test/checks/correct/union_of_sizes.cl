// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: raw int 128
// arg: out int 32
// written: raw
// expect: out[i] = in(i)
union any { int i; float f; uchar bytes[16]; long2 pair; };
kernel void test(global const int *in, global union any *raw, global int *out) {
  int i = get_global_id(0);
  union any mine;
  mine.i = in[i];
  raw[i] = mine;
  union any other = mine;
  local union any shared[8];
  shared[get_local_id(0)] = other;
  barrier(CLK_LOCAL_MEM_FENCE);
  other = shared[get_local_id(0)];
  out[i] = other.bytes[0] | other.bytes[1] << 8 | other.bytes[2] << 16 | other.bytes[3] << 24;
}
