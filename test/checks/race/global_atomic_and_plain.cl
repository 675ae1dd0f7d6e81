// global: 64
// local: 16
// arg: count int 1
// arg: out int 64
// written: count
// written: out
// races: 9:3 10:27
kernel void test(global int *count, global int *out) {
  atomic_inc(count);
  out[get_global_id(0)] = *count;
}
