// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 8:23 8:23
void add(int *p) { *p += 1; }
kernel void test(global const int *in, global int *out) {
  local int sum;
  int mine = 0, id = get_local_id(0);
  if (id == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  add(in[id] % 2 ? (int *)&sum : (int *)&mine);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum + mine;
}
