// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 18:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
int largest(local const int *from, int n) {
  int most = from[0];
  for (int k = 1; k < n; ++k)
    if (from[k] > most) most = from[k];
  return most;
}
kernel void test(global const int *in, global int *out) {
  local int tile[32];
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = largest(tile, 32);
}
