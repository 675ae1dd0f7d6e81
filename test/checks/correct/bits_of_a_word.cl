// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: raw uint 32
// arg: out int 32
// written: raw
// expect: out[i] = (i + 1) % 4 == 2 && i / 8 == (i + 1) / 8 ? i % 16 : 100 + i % 16
void set(uint *word, uint value, uint at, uint width) {
  uint mask = ((1u << width) - 1) << at;
  *word = (*word & ~mask) | (value << at & mask);
}
uint get(uint word, uint at, uint width) { return word >> at & ((1u << width) - 1); }
kernel void test(global const int *in, global uint *raw, global int *out) {
  local uint words[8];
  int i = get_global_id(0), id = get_local_id(0);
  uint mine;
  set(&mine, i % 4, 0, 3);
  set(&mine, i % 16, 3, 5);
  raw[i] = mine;
  words[id] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint other = id < 7 ? words[id + 1] : 7;
  if (get(other, 0, 3) == 2)
    out[i] = get(mine, 3, 5);
  else
    out[i] = 100 + (mine >> 3) % 32;
}
