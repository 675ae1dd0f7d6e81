// SPDX-License-Identifier: Apache-2.0
// A program whose kernel a debugger looks into (debugged.sh).
#include "common/cl.h"

int main() {
  using namespace wherry::test;
  Program program = build(R"(kernel void k(global int *a, int n) {
  int i = get_global_id(0);
  int twice = i * 2;
  local int tile[16]; tile[get_local_id(0)] = i; barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < n; ++j)
    twice += j;
  a[i] = twice;
})",
                          "-g");
  Kernel k = kernel(program, "k");
  Buffer a = make_buffer(64 * sizeof(int));
  set_args(k, a, 3);
  run(k, {64}, {16});
  return read<int>(a, 64)[5] == 13 ? 0 : 1;
}
