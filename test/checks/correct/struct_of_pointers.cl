// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: out int 32
// expect: out[i] = in(i) + i % 8
struct view { global const int *from; local int *to; int count; };
void fill(struct view *v, int i) { v->to[i] = v->from[i]; }
kernel void test(global const int *in, global int *out) {
  local int tile[8];
  int id = get_local_id(0);
  struct view v = {in + get_group_id(0) * 8, tile, 8};
  fill(&v, id);
  barrier(CLK_LOCAL_MEM_FENCE);
  struct view w = v;
  w.from += id;
  out[get_global_id(0)] = w.from[0] + (w.to[w.count - 1 - id] < 0) + id;
}
