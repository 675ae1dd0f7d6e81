// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:3, ... uninitialised: an atomic operation depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local int count;
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = count + 1;
}
