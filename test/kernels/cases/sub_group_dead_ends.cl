// From what nobody comes to there is no way back.
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// global: 64
// local: 64, 20, 1
// arg: in uint 64 = i * 7919 % 1021
// arg: out uint 64
// arg: seen uint 64
// expect: out[i] = in(i) + 1
// expect: seen[i] = i == 7 ? 3 : 0
kernel void test(global const uint *in, global uint *out, global volatile uint *seen) {
  size_t i = get_global_id(0);
  if (in[i] > 1021) {
    printf("too much\n");
    for (;;) {
    }
  }
  if (in[i] > 1022)
    while (1) seen[i] += in[i];
  if (in[i] > 1023) __builtin_trap();
  if (i == 7) seen[i] = 3;
  out[i] = in[i] + sub_group_all(get_sub_group_size() > 0);
}
