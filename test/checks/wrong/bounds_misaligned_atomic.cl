// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:3, ... misaligned: updates 4 bytes at byte 2 of argument 1 'out' (256 bytes), which has to be a multiple of 4 bytes
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  atomic_inc((global int *)((global char *)out + 2));
}
