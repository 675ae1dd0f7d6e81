// global: 64
// local: 16
// arg: in int 64 = i
// arg: sums int 4
// arg: count int 1
// arg: out int 1
// written: sums
// written: count
// written: out
// races: 15:25 18:38
kernel void test(global const int *in, global int *sums, global int *count, global int *out) {
  if (get_local_id(0) != 0) return;
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += in[get_group_id(0) * 16 + i];
  sums[get_group_id(0)] = sum;
  if (atomic_inc(count) != 3) return;
  sum = 0;
  for (int i = 0; i < 4; ++i) sum += sums[i];
  *out = sum;
}
