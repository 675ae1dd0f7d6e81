// global: 64
// local: 8
// arg: keys int 64 = i % 10
// arg: out int 10
// written: out
// races: 8:31 8:31
kernel void test(global const int *keys, global int *out) {
  out[keys[get_global_id(0)]] = get_global_id(0);
}
