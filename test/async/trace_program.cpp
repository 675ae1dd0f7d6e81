// SPDX-License-Identifier: Apache-2.0
// Runs kernels for trace.cpp: trace_program <ending>, one of "return", "exit", "_exit".
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "common/cl.h"

using namespace wherry::test;

// trace.cpp knows the lines of these.
const char *const source =
    R"(kernel void through(global const uchar *in, global uchar *out, local uchar *tile, uint n, uint rounds) {
  size_t base = get_group_id(0) * (size_t)rounds * n;
  for (uint k = 0; k < rounds; ++k, base += n) {
    event_t e = async_work_group_copy(tile, in + base, n, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy(out + base, tile, n, 0);
    wait_group_events(1, &e);
  }
}
kernel void pipeline(global const uchar *in, global uchar *out, local uchar *tiles, uint n, uint rounds) {
  size_t base = get_group_id(0) * (size_t)rounds * n;
  event_t loaded[2] = {0, 0}, stored[2] = {0, 0};
  loaded[0] = async_work_group_copy(tiles, in + base, n, 0);
  for (uint k = 0; k < rounds; ++k) {
    uint now = k & 1;
    if (k > 0) wait_group_events(1, &stored[1 - now]);
    if (k + 1 < rounds) loaded[1 - now] = async_work_group_copy(tiles + (1 - now) * n, in + base + (k + 1) * n, n, 0);
    wait_group_events(1, &loaded[now]);
    for (uint i = get_local_id(0); i < n; i += get_local_size(0)) tiles[now * n + i] ^= 0x5A;
    barrier(CLK_LOCAL_MEM_FENCE);
    stored[now] = async_work_group_copy(out + base + k * n, tiles + now * n, n, 0);
  }
  wait_group_events(1, &stored[1 - (rounds & 1)]);
}
// It sees its groups, so that they are those that it is launched with.
kernel void tiny(global int *out) { out[get_global_id(0)] += get_local_size(0) == 8; }
)";

namespace {

// Waits until the timeline holds the last command, the read, whose two halves are followed by the whole. What other
// threads recorded before is in the file a period later.
void wait_for_timeline() {
  const auto written = [] {
    std::ifstream file(std::getenv("WHERRY_TRACE"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return text.find(R"("ph":"X","name":"read buffer")") != std::string::npos;
  };
  for (int i = 0; i < 600 && !written(); ++i) usleep(100'000);
  usleep(500'000);
}

}  // namespace

int main(int, char **arguments) {
  const cl_uint n = 70000, rounds = 5;
  const size_t groups = 6;
  std::vector<uint8_t> in(n * rounds * groups, 3);
  {
    Program program = build(source);
    Buffer from = make_buffer(in), to = make_buffer(in.size()), numbers = make_buffer(std::vector<int>(40000));
    for (const char *name : {"through", "pipeline"}) {
      Kernel k = kernel(program, name);
      set_args(k, from, to, LocalBytes{2 * n}, n, rounds);
      run(k, {groups * 16}, {16});
    }
    Kernel tiny = kernel(program, "tiny");
    set_args(tiny, numbers);
    for (int i = 0; i < 3; ++i) run(tiny, {200, 200}, {8, 1}, {0, 0});
    for (auto &byte : in) byte ^= 0x5A;
    if (read<uint8_t>(to, in.size()) != in) return 1;
  }
  const std::string_view ending = arguments[1];
  if (ending == "exit") std::exit(0);
  if (ending == "_exit") {
    wait_for_timeline();
    _exit(0);
  }
  return 0;
}
