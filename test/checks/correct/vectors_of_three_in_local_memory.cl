// global: 64
// local: 16
// arg: in int 192 = i
// arg: raw int 256
// arg: out int 192
// written: raw
// expect: out[i] = (i / 48) * 48 + (i + 3) % 48 + 1
kernel void test(global const int *in, global int3 *raw, global int *out) {
  local int3 tile[16];
  int id = get_local_id(0), i = get_global_id(0);
  tile[id] = vload3(i, in);
  barrier(CLK_LOCAL_MEM_FENCE);
  int3 v = tile[(id + 1) % 16];
  raw[i] = v;
  raw[i] += v * 2;
  int3 w = v + 1;
  if (all(w > v) && any(v != -1)) vstore3(w, i, out);
}
