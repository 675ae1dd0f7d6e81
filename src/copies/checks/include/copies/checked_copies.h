// SPDX-License-Identifier: Apache-2.0
// The async copies of a work-group in the checked mode: performed at once, and every use that the
// specification leaves undefined is reported.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "checks/group_reports.h"
#include "copies/copy_area.h"
#include "copies/copy_counts.h"
#include "copies/copy_fault.h"
#include "copies/group_events.h"
#include "kernel_abi/abi.h"

namespace wherry::copies {

enum class ZeroStride { none, destination, source };

// Used by one thread at a time; serves one group after the other. Calls as in host_calls.def; they may
// throw std::bad_alloc, and then have performed no copy.
class CheckedCopies {
 public:
  // `reports` serves the same group.
  explicit CheckedCopies(checks::GroupReports &reports) : reports_(reports) {}

  void begin_range() noexcept;
  // Sets the group's watch.
  void begin_group(abi::GroupContext &group);
  // Reports what is still pending.
  void end_group();

  void arrive(const abi::CheckedSite &site, uint64_t item, const uint64_t *args, uint32_t num_args);
  void arrive_at_wait(const abi::CheckedSite &site, uint64_t item, int32_t count, const uint64_t *events);

  uint64_t copy(const abi::CheckedSite &site, const Copy &copy, ZeroStride zero, uint64_t event);
  void fence(const abi::CheckedSite &site);
  void wait(const abi::CheckedSite &site, int32_t count, const uint64_t *events);
  void access(const abi::Site &site, const void *address, uint64_t size, bool writes);

  // The fault that ended a copy since the last call; null: none.
  const CopyFault *take_fault() noexcept { return fault_.take(); }

  CopyCounts take_counts() noexcept { return std::exchange(counts_, {}); }

 private:
  using Object = checks::Object;
  struct Pending {
    const abi::CheckedSite *site;
    Area destination, source;  // `source` is empty if the copy was out of bounds and is not performed
    uint64_t event, fence;
  };
  // The work-items that have come to an operation, since it ran last.
  struct Arrivals {
    const abi::CheckedSite *site;
    uint64_t count = 0, first_item = 0;
    std::vector<uint64_t> args;  // of the first work-item
  };

  Arrivals &arrivals_at(const abi::CheckedSite &site);
  void met(const abi::CheckedSite &site);
  bool check_bounds(const abi::CheckedSite &site, const char *side, const Area &area, const Object &object);
  void check_against_pending(const Pending &copy);
  void watch(const Pending &copy) noexcept;
  void watch_all() noexcept;
  // Whether this is the first report of its kind at this place, or pair of places, and the kernel was compiled with
  // `check` or with kCheckAsync, which finds all of these mistakes.
  bool first(uint32_t check, const char *kind, const abi::Site &site, const abi::Site *other = nullptr);
  void report(const abi::Site &site, const char *kind, const std::string &text, const abi::Site *other = nullptr);

  checks::GroupReports &reports_;
  uint64_t items_ = 0;
  GroupEvents events_;
  std::vector<Pending> pending_;
  uint64_t fence_ = 0;  // fences passed
  std::vector<Arrivals> arrivals_;
  std::vector<const abi::CheckedSite *> at_;  // where each work-item has come to
  std::vector<uint64_t> waited_for_;
  abi::Watch watch_{};
  CopyCounts counts_;
  FaultOfCopies fault_;
};

}  // namespace wherry::copies
