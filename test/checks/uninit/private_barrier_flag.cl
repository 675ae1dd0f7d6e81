// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), n;
  if (in[i] % 2) n = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  while (n > 60) n -= 3;
  out[i] = n / 2;
}
