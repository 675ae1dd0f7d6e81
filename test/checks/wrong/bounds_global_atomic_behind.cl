// global: 64
// local: 16
// arg: counts int 8
// written: counts
// check: line 7:3, ... out of bounds: updates 4 bytes at byte 32 of argument 0 'counts' (32 bytes)
kernel void test(global int *counts) {
  atomic_inc(&counts[get_global_id(0) % 9]);
}
