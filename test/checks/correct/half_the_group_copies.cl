// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// expect: out[i] = i / 16 * 16 + i % 16 / 2
kernel void test(global const int *in, global int *out) {
  local int2 tile[8];
  int id = get_local_id(0), first = get_group_id(0) * 16;
  if (id < 8) tile[id] = (int2)(in[first + id], in[first + id]);
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *numbers = (local int *)tile;
  out[first + id] = numbers[id];
}
