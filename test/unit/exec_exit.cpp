// SPDX-License-Identifier: Apache-2.0
// The program ends while a submitted ND-range runs and others wait: no hang, no crash, exit code 0.
#include <atomic>
#include <thread>

#include "exec_kernels.h"

namespace wherry::test {
namespace {

std::atomic<uint32_t> started;

const abi::KernelInfo endless = kernel([](const std::byte *, abi::GroupContext *group) {
  ++started;
  started.notify_all();
  char from[100] = {}, to[100];
  for (;;) {
    uint64_t event = group->launch->host->async_copy(group, &kSite, to, from, 100, 1, 1, 1, 0);
    group->launch->host->wait_events(group, &kSite, 1, &event);
  }
});

const int args = 0;

void start() {
  for (int i = 0; i < 4; ++i)
    exec::Executor::instance().submit(
        [](void *) { exec::Executor::instance().run(range(endless, args, {1, {100}, {1}})); }, nullptr);
  started.wait(0);
}

}  // namespace
}  // namespace wherry::test

int main() { wherry::test::start(); }
