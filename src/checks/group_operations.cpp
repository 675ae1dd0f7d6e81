// SPDX-License-Identifier: Apache-2.0
#include "checks/group_operations.h"

#include <algorithm>

namespace wherry::checks {

namespace {

const char *name_of(const abi::CheckedSite &site) {
  switch (site.operation) {
  case abi::Operation::group_function: return "work-group function";
  case abi::Operation::sub_group_barrier: return "sub-group barrier";
  case abi::Operation::sub_group_function: return "sub-group function";
  default: return "barrier";
  }
}

bool is_of_sub_group(const abi::CheckedSite &site) {
  return site.operation == abi::Operation::sub_group_barrier || site.operation == abi::Operation::sub_group_function;
}

}  // namespace

void GroupOperations::begin_group() {
  const uint64_t items = reports_.items();
  group_ = {0, items, {}};
  sub_groups_.clear();
  group_passed_.assign(items, 0);
  sub_group_passed_.clear();
}

void GroupOperations::arrive(const abi::CheckedSite &site, uint64_t item, const uint64_t *args, uint32_t num_args) {
  const uint64_t items = reports_.items();
  if (item >= group_passed_.size()) return;  // no memory was left for the work-items' counts
  if (!is_of_sub_group(site)) return arrive(group_, site, item, args, num_args);
  const uint64_t size = reports_.group().launch->kernel->sub_group_size;
  if (sub_groups_.empty()) {
    sub_group_passed_.assign(items, 0);
    for (uint64_t first = 0; first < items; first += size)
      sub_groups_.push_back({first, std::min(size, items - first), {}});
  }
  arrive(sub_groups_[item / size], site, item, args, num_args);
}

std::vector<uint64_t> &GroupOperations::passed(const abi::CheckedSite &site) {
  return is_of_sub_group(site) ? sub_group_passed_ : group_passed_;
}

void GroupOperations::arrive(Sequence &sequence, const abi::CheckedSite &site, uint64_t item, const uint64_t *args,
                             uint32_t num_args) {
  if (sequence.broken) return;
  const uint64_t number = passed(site)[item]++ - sequence.done;
  if (number >= sequence.operations.size()) {
    sequence.operations.push_back({&site, item, 1, {args, args + num_args}});
  } else {
    Operation &operation = sequence.operations[number];
    ++operation.count;
    if (operation.site != &site) {
      sequence.broken = true;
      const abi::Site &first = operation.site->site;
      if (reports_.first("divergent call", first, &site.site))
        reports_.report(first, operation.first_item, "divergent call",
                        std::string("not all work-items come to this ") + name_of(*operation.site) + ": " +
                            reports_.item_name(item) + " comes to the " + name_of(site) + " of " +
                            observe::text_of(place_of(site.site)),
                        &site.site);
      return;
    }
    if (!std::equal(args, args + num_args, operation.args.begin(), operation.args.end()) &&
        reports_.first("divergent arguments", site.site))
      reports_.report(site.site, item, "divergent arguments",
                      std::string("passes other arguments to this ") + name_of(site) + " than " +
                          reports_.item_name(operation.first_item));
  }
  while (!sequence.operations.empty() && sequence.operations.front().count == sequence.count) {
    sequence.operations.pop_front();
    ++sequence.done;
  }
  if (sequence.operations.size() > kMostOperations)
    report_missing(sequence, sequence.operations.front(), sequence.done);
}

void GroupOperations::report_missing(Sequence &sequence, const Operation &operation, uint64_t number) {
  sequence.broken = true;
  if (!reports_.first("divergent call", operation.site->site)) return;
  const auto &counts = passed(*operation.site);
  uint64_t missing = sequence.first;
  while (missing + 1 < sequence.first + sequence.count && counts[missing] > number) ++missing;
  reports_.report(operation.site->site, operation.first_item, "divergent call",
                  std::to_string(operation.count) + " of " + std::to_string(sequence.count) +
                      " work-items come to this " + name_of(*operation.site) + "; " + reports_.item_name(missing) +
                      " does not");
}

void GroupOperations::end_group() {
  const auto end = [this](Sequence &sequence) {
    if (!sequence.broken && !sequence.operations.empty())
      report_missing(sequence, sequence.operations.front(), sequence.done);
  };
  end(group_);
  for (Sequence &sequence : sub_groups_) end(sequence);
}

}  // namespace wherry::checks
