// global: 32
// local: 8, 32
// arg: out int 32
// arg: local L
// arg: local 8 * L
// expect: out[i] = (i / L * L + (i + 1) % L) % 100 + 2 * (i / L * L + (i + 1) % L) + 3 * (i / L * L + (i + 1) % L)
kernel void test(global int *out, local char *bytes, local long *longs) {
  local int shared[32];
  int id = get_local_id(0), next = (id + 1) % get_local_size(0), self = get_global_id(0);
  bytes[id] = self % 100;
  longs[id] = 2 * self;
  shared[id] = 3 * self;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[self] = bytes[next] + longs[next] + shared[next];
}
