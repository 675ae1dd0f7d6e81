// global: 128
// local: 1, 16, 128
// arg: in long 128 = i * i - 40 * i
// arg: out long 128
// arg: local 16 * L
// expect: out[i] = sum(k, i / L * L, i, in(k))
kernel void test(global const long *in, global long *out, local long *shared) {
  int id = get_local_id(0), size = get_local_size(0);
  local long *from = shared, *to = shared + size;
  from[id] = in[get_global_id(0)];
  for (int step = 1; step < size; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    to[id] = from[id] + (id >= step ? from[id - step] : 0);
    local long *other = from;
    from = to;
    to = other;
  }
  out[get_global_id(0)] = from[id];
}
