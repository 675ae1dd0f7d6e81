// global: 64
// local: 16
// arg: in uint 64 = i * 2654435761
// arg: out int 64
// written: out
kernel void test(global const uint *in, global int *out) {
  int i = get_global_id(0);
  uint h = in[i];
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  ulong wide = (ulong)h * 64;
  out[wide >> 32 == 64 ? 0 : i] = (int)h;
  if (in[wide >> 32] == 5) out[i] = 3;
}
