// global: 16
// local: 1, 16
// arg: out int 16 = 3
kernel void test(global int *out) { barrier(CLK_LOCAL_MEM_FENCE); }
