// global: 96
// local: 1, 12, 16, 48
// arg: in uint 640 = i * i + 7
// arg: out uint 96
// arg: seen uint 96
// expect: out[i] = sum(j, 0, 511, in(i + j)) + (i & 1 ? 5 : 0)
// expect: seen[i] = L
// So long that what is left of a row runs in a function of its own.
#define STEP(k) x += in[i + (k)];
#define STEPS4(k) STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3)
#define STEPS16(k) STEPS4(k) STEPS4(k + 4) STEPS4(k + 8) STEPS4(k + 12)
#define STEPS64(k) STEPS16(k) STEPS16(k + 16) STEPS16(k + 32) STEPS16(k + 48)
kernel void test(global const uint *in, global uint *out, global uint *seen) {
  local uint count;
  uint i = get_global_id(0), x = 0, extra[2] = {0, 5};
  if (get_local_id(0) == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  STEPS64(0) STEPS64(64) STEPS64(128) STEPS64(192) STEPS64(256) STEPS64(320) STEPS64(384) STEPS64(448)
  out[i] = x + extra[i & 1];
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  seen[i] = count;
}
