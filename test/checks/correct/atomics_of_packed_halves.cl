// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = i % 16 + 5
union packed { struct { ushort low, high; } parts; uint word; };
kernel void test(global const int *in, global int *out) {
  local uint words[16];
  int id = get_local_id(0);
  union packed p;
  p.parts.low = id;
  p.parts.high = 5;
  atomic_xchg(&words[id], p.word);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_or(&words[id], 0u);
  barrier(CLK_LOCAL_MEM_FENCE);
  p.word = words[id];
  out[get_global_id(0)] = p.parts.low + p.parts.high;
}
