// global: 64
// local: 16
// arg: in int 64 = i
// arg: count int 1
// arg: out int 64
// written: count
// written: out
kernel void test(global const int *in, volatile global int *count, global int *out) {
  int mine = atomic_inc(count);
  barrier(CLK_GLOBAL_MEM_FENCE);
  int now = atomic_add(count, 0);
  out[get_global_id(0)] = now > mine ? 1 : 0;
}
