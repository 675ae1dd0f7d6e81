// global: 64
// local: 16
// arg: in int 64 = 1
// arg: local 8 * L
// arg: out int 64
// expect: out[i] = i % 16 + 1
kernel void test(global const int *in, local int *buffers, global int *out) {
  int id = get_local_id(0), n = get_local_size(0);
  local int *from = buffers, *to = buffers + n;
  from[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < n; s *= 2) {
    to[id] = id >= s ? from[id] + from[id - s] : from[id];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *t = from;
    from = to;
    to = t;
  }
  out[get_global_id(0)] = from[id];
}
