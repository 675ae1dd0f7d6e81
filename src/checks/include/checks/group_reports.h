// SPDX-License-Identifier: Apache-2.0
// The reports of one work-group in a checked module: what its objects and work-items are called, and which mistakes
// have been reported already.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "kernel_abi/abi.h"
#include "observe/reports.h"
#include "platform/process/checks.h"

namespace wherry::checks {

// Memory that a kernel may reach: by the index that abi::CheckedSite has.
struct Object {
  uint32_t index = abi::kUnknownObject;
  uint64_t begin = 0, size = 0;  // address, bytes
};

uint64_t address_of(const void *pointer);
std::string bytes(uint64_t n);  // "4 bytes"
observe::Report::Place place_of(const abi::Site &site);

// The allocations of a context that kernels may reach by pointers that are no arguments.
class Allocations {
 public:
  virtual ~Allocations() = default;
  // The allocation that holds the address; empty: none does.
  virtual abi::CheckRange range_at(uint64_t address) const = 0;
  virtual std::vector<abi::CheckRange> ranges() const = 0;  // of all
};

// Used by one thread at a time; serves one group after the other.
class GroupReports {
 public:
  // `reports` and `allocations` may be null: nothing is reported; there are none.
  // `shared`: a bit for each argument that has to be one of the allocations.
  void begin_range(const abi::Launch &launch, observe::Reports *reports, const Allocations *allocations,
                   uint64_t shared) noexcept;
  // Sets the group's check_ranges and check_cache.
  void begin_group(abi::GroupContext &group) noexcept;

  const abi::GroupContext &group() const { return *group_; }
  uint64_t items() const { return items_; }  // of the group
  bool in_local(uint64_t address) const noexcept { return address - local_begin_ < local_size_; }

  // Whether the kernel was compiled with one of these checks (platform/process/checks.h).
  bool checks(uint32_t bits) const noexcept { return (group_->launch->kernel->checks & bits) != 0; }

  // Whether this is the first report of its kind at this place, or pair of places: then call report().
  bool first(const char *kind, const abi::Site &site, const abi::Site *other = nullptr);
  // `kind` as documents name it. `item`: its number in the group, or kNoItem.
  static constexpr uint64_t kNoItem = ~uint64_t{0};
  void report(const abi::Site &site, uint64_t item, const char *kind, const std::string &text,
              const abi::Site *other = nullptr);
  // A CheckPlace's mistake.
  void report(const abi::CheckPlace &place, uint64_t item, uint64_t a, uint64_t b);

  // Host call may_access: sets the group's check_cache.
  bool may_access(const abi::CheckPlace &place, uint64_t item, uint64_t address, uint64_t size);

  std::array<uint64_t, 3> id_of(uint64_t item) const;
  std::string item_name(uint64_t item) const;  // "work-item (1,0,0)"

  Object object(uint32_t index) const noexcept;
  // The object that holds the address: of overlapping buffers, the one that ends last. Unknown: none does.
  Object object_at(uint64_t address) const noexcept;
  std::string name_of(const Object &object) const;

 private:
  std::string access_text(const abi::CheckPlace &place, uint64_t a, uint64_t b) const;

  abi::GroupContext *group_ = nullptr;
  const Allocations *allocations_ = nullptr;
  std::vector<abi::CheckRange> ranges_;  // by argument
  observe::Reports *reports_ = nullptr;
  uint64_t local_begin_ = 0, local_size_ = 0, items_ = 0;
  std::unordered_set<uint64_t> seen_;  // what first() has been asked already
};

}  // namespace wherry::checks
