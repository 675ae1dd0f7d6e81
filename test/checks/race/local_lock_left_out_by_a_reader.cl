// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 18:29 22:9
kernel void test(global const int *in, global int *out) {
  local int sum;
  local atomic_int lock;
  int id = get_local_id(0);
  if (id == 0) {
    sum = 0;
    atomic_init(&lock, 0);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 15) {
    out[get_global_id(0)] = sum;
  } else {
    int expected = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, 1)) expected = 0;
    sum += 1;
    atomic_store(&lock, 0);
  }
}
