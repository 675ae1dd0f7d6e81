// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = 16 + i / 16
struct shared { int count; int group; char letters[16]; };
kernel void test(global const int *in, global int *out) {
  local struct shared s;
  int id = get_local_id(0);
  if (id == 0) s.count = 0, s.group = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  s.letters[id] = id;
  atomic_inc(&s.count);
  int group = s.group;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s.count + group + s.letters[15 - id] - (15 - id);
}
