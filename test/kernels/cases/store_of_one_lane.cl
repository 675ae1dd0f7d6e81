// global: 192
// local: 1, 3, 12, 24, 64
// arg: in int 192 = i * 7 % 101
// arg: chosen int 192 = i * 5 + 3
// arg: out int 192
// expect: out[i] = in(i / L * L + chosen(i / L) % L) * 1000 + in(i / L * L + L - 1)
// One work-item of each work-group stores its own value where all find it.
kernel void test(global const int *in, global const int *chosen, global int *out) {
  local int shared, last;
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  if (l == chosen[get_group_id(0)] % size) shared = in[i];
  if (l + 1 == size) last = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = shared * 1000 + last;
}
