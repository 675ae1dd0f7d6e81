// SPDX-License-Identifier: Apache-2.0
// A program whose kernel a debugger looks into (debugged.sh): in OpenCL C, or, in a file that is named, in SPIR-V's
// assembly.
#include <fstream>
#include <sstream>

#include "common/cl.h"
#include "common/spirv.h"

namespace {

using namespace wherry::test;

int run_assembly(const char *file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const std::string module = assembled(text.str());
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithIL(context(), module.data(), module.size(), &error));
  ok(error);
  ok(clBuildProgram(program, 0, nullptr, "-g", nullptr, nullptr));
  Kernel k = kernel(program, "k");
  Buffer r = make_buffer(sizeof(int));
  set_args(k, r, 3);
  run(k, {1});
  return read<int>(r, 1)[0] == 5 ? 0 : 1;
}

}  // namespace

int main(int count, char **arguments) {
  if (count > 1) return run_assembly(arguments[1]);
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
