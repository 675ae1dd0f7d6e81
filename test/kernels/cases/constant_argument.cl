// global: 64
// local: 16
// arg: table int 8 = i * 11
// arg: out int 64
// expect: out[i] = table(i % 8)
kernel void test(constant int *table, global int *out) { out[get_global_id(0)] = table[get_global_id(0) % 8]; }
