// global: 64
// local: 64, 16
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// arg: at_break uint 64
// arg: at_return uint 64
// arg: at_goto uint 64
// arg: both uint 64
// arg: own uint 64
// expect: own[i] = 201
// expect: at_break[i] = 1
// expect: at_return[i] = i % 2 + 1
// expect: at_goto[i] = 1
// expect: both[i] = 2
// Each work-item leaves its loop in a round of its own, and calls the function in that round.
uint alone(uint lane) {
  for (uint r = 0;; ++r)
    if (lane / 2 * 2 + 1 == r) {
      if (lane % 2) return sub_group_non_uniform_scan_inclusive_add(1u) + 1;
      return sub_group_non_uniform_reduce_add(1u);
    }
}
// Variables of the round's own end before the return.
void find(uint lane, global uint *out) {
  uint r = 0;
  for (;;) {
    uint least = sub_group_non_uniform_reduce_min(lane / 2);
    ++r;
    if (lane / 2 == least) {
      out[0] = sub_group_non_uniform_reduce_add(1u) * 100 + r - least;
      return;
    }
  }
}
kernel void test(global uint *at_break, global uint *at_return, global uint *at_goto, global uint *both,
                 global uint *own) {
  uint lane = get_sub_group_local_id(), i = get_global_id(0), c = 99;
  for (uint r = 0; r < 64; ++r)
    if (lane == r) {
      c = sub_group_non_uniform_reduce_add(1u);
      break;
    }
  at_break[i] = c;
  at_return[i] = alone(lane);
  uint r = 0;
  while (1) {
    for (uint k = 0; k < 4; ++k)
      if (lane == r * 4 + k) {
        c = sub_group_non_uniform_reduce_add(1u);
        goto found;
      }
    ++r;
  }
found:
  at_goto[i] = c;
  r = 0;
  do {
    if (r == lane / 2) {
      c = sub_group_non_uniform_reduce_add(1u);
      if (r < 100) break;
    }
  } while (++r);
  both[i] = c;
  find(lane, own + i);
}
