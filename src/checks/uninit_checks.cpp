// SPDX-License-Identifier: Apache-2.0
#include "checks/uninit_checks.h"

#include "checks/uninit.h"
#include "platform/process/checks.h"

namespace wherry::checks {

bool UninitChecks::reserve() noexcept {
  if (!uninit::reserve()) return false;
  state_ = {uninit::chunks(), uninit::initialised(), uninit::unused()};
  return true;
}

void UninitChecks::begin_launch(const abi::Launch &launch) noexcept {
  checks_ = (launch.kernel->checks & process::kCheckUninit) != 0;
  covered_ = covered_local_ = nullptr;
}

void UninitChecks::begin_group(abi::GroupContext &group) noexcept {
  if (!checks_) return;
  group.uninit = &state_;
  const abi::Launch &launch = *group.launch;
  if (covered_ != group.stack_top) {
    // Private variables: on the stack, and in the work-item contexts.
    covered_ = group.stack_top;
    const uint64_t stack = launch.kernel->stack.bytes + abi::kUninitSlack;
    uninit::cover(group.stack_top - stack, stack);
    uninit::cover(group.item_context, launch.context_bytes);
  }
  if (covered_local_ != group.local_memory) {
    covered_local_ = group.local_memory;
    uninit::cover(group.local_memory, launch.local_bytes);
  }
  uninit::mark_covered(group.local_memory, launch.local_bytes);
  uninit::release_written();
}

void UninitChecks::copy(const void *dst, const void *src, uint64_t bytes) noexcept {
  uninit::transfer(dst, src, bytes);
}

void UninitChecks::set(const void *at, uint64_t bytes, bool unwritten) noexcept {
  unwritten ? uninit::mark_covered(at, bytes) : uninit::clear(at, bytes);
}

void UninitChecks::found(const abi::Site &site, uint64_t item, abi::UninitUse use) {
  constexpr const char *kUses[] = {"a branch", "an address", "what the kernel writes", "what a work-item does",
                                   "an atomic operation"};
  const char *what = kUses[static_cast<uint32_t>(use)];
  if (!reports_.first("uninitialised", site)) return;
  reports_.report(site, item, "uninitialised", std::string(what) + " depends on memory that nobody has written");
}

}  // namespace wherry::checks
