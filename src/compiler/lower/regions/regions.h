// Continuation-based synchronisation: a work-item function with barriers becomes a work-group
// function that runs each stretch between two work-group operations for all work-items in turn.
#pragma once
#include "compiler/lower/kernel_entry.h"

namespace wherry::compiler {

struct RegionSummary {
  unsigned regions = 0;        // 1: no work-group operation
  unsigned loops = 0;          // regions run by a work-item loop; the others run once for the group
  uint64_t context_bytes = 0;  // of the work-item context, per work-item
  uint64_t private_bytes = 0;  // of private variables in memory, per work-item
  bool copies = false, barriers = false, prints = false;
  bool may_part = false;  // the compiler cannot see that all work-items meet each operation
};

enum class ItemOrder { first_to_last, by_the_group };  // the latter by GroupContext::last_first

// Rewrites the group function (from make_group_function, simplified) in place. Fails where the regions would
// grow without bound.
llvm::Expected<RegionSummary> form_regions(const KernelFrame &frame, ItemOrder order);

}  // namespace wherry::compiler
