// global: 32
// local: 1, 8, 32
// arg: out int 32
// expect: out[i] = (i % 8) * 10 + i + 5
void add(int *place, int value) { *place += value; }
kernel void test(global int *out) {
  int mine[8], self = get_global_id(0);
  for (int k = 0; k < 8; ++k) mine[k] = k * 10;
  int *chosen = &mine[self % 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  add(chosen, self);
  barrier(CLK_GLOBAL_MEM_FENCE);
  add(chosen, 5);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[self] = mine[self % 8];
}
