// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:7, ... uninitialised: a branch depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  local atomic_int flag;
  if (atomic_load(&flag)) out[get_global_id(0)] = 1;
}
