// global: 201
// local: 67, 16, 1
// options: -cl-std=CL3.0
// arg: out int 13 = i == 3 ? 1000 : i == 4 ? -1000 : i == 6 ? -1 : 0
// arg: seen int 200
// expect: out[i] = i == 0 ? 201 : i == 1 ? 6633 : i == 2 ? -6633 : i == 3 ? -50 : i == 4 ? 50 : i == 5 ? 16320 : i == 6 ? -2041 : i == 7 ? 15657 : i == 8 ? 5 : i == 9 ? 400 : i == 10 ? 1400 : i == 11 ? 15000 : 200
// expect: seen[i] = 1
// Under a mask, in loops that work-items leave one by one, in local memory, and with results.
kernel void test(volatile global int *out, global int *seen) {
  local int sum;
  int i = get_global_id(0);
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i % 3 == 0) {
    atomic_add(&out[0], 3);
    atomic_add(&out[1], i);
    atomic_sub(&out[2], i);
    atomic_min(&out[3], i * 37 % 101 - 50);
    atomic_max(&out[4], i * 37 % 101 - 50);
    atomic_or(&out[5], i * 64);
    atomic_and(&out[6], ~(i * 8));
    atomic_xor(&out[7], i * 77);
    atomic_xor(&out[8], 5);
    int first = atomic_add(&out[12], i % 7);
    for (int k = 0; k < i % 7; k++) seen[first + k] += 1;
  }
  for (int k = 0; k < i % 5; k++) {
    atomic_add(&out[9], k);
    atomic_max(&out[10], (2 * k + 1) * (i + 1));
  }
  if (i % 4) atomic_add(&sum, i);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atomic_add(&out[11], sum);
}
