// global: 64
// local: 16
// arg: in int 64 = i * 3
// arg: raw int 256
// arg: out int 64
// written: raw
// expect: out[i] = in((i / 16) * 16 + (i + 1) % 16) + i % 16
struct item { char tag; int number; short rank; };
kernel void test(global const int *in, global struct item *raw, global int *out) {
  local struct item items[16];
  int id = get_local_id(0), i = get_global_id(0);
  items[id].tag = id;
  items[id].number = in[i];
  items[id].rank = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct item mine = items[(id + 1) % 16], own = items[id];
  raw[i] = mine;
  out[i] = mine.number + own.tag;
}
