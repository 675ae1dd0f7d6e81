// SPDX-License-Identifier: Apache-2.0
// The races of a worker's work-groups, reported.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "checks/group_reports.h"
#include "checks/race.h"
#include "kernel_abi/abi.h"

namespace wherry::checks {

// Used by one thread at a time. Calls may throw std::bad_alloc, and then have checked nothing.
class RaceChecks : RaceListener {
 public:
  explicit RaceChecks(GroupReports &reports) : reports_(reports) {}
  RaceChecks(const RaceChecks &) = delete;

  // As RaceGroup::reserve.
  bool reserve(uint64_t local_bytes) noexcept { return group_.reserve(local_bytes); }
  // Null: the launch is not checked.
  void begin_launch(RaceLaunch *launch, const abi::Launch &range) noexcept;
  // Whether the launch is checked.
  explicit operator bool() const noexcept { return kernel_ != nullptr; }
  RaceGroup &group() noexcept { return group_; }
  // Host calls race_texels and race_pipe.
  void texels(const abi::Image &image, uint64_t sampler, uint32_t shape, uint64_t xy, uint64_t z_level,
              uint64_t access);
  void pipe(const abi::Pipe *pipe, uint64_t access, bool writes) { group_.pipe(pipe, access, writes); }
  // Of an operation: its number in words.
  uint32_t number_of(const abi::Site &site) const noexcept;

 protected:
  ~RaceChecks() = default;
  // Sets the group's RaceState.
  void begin_checks(abi::GroupContext &group);

 private:
  void found(const Race &race) override;
  const abi::Site &site(uint32_t number) const noexcept;
  std::string text_of(const Race &race) const;

  GroupReports &reports_;
  RaceGroup group_;
  const abi::KernelInfo *kernel_ = nullptr;
};

}  // namespace wherry::checks
