// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 8:27, ... out of bounds: reads 4 bytes at byte 16 of variable 'table' (16 bytes)
constant int table[4] = {1, 2, 3, 4};
kernel void test(global int *out) {
  out[get_global_id(0)] = table[get_global_id(0) % 5];
}
