// SPDX-License-Identifier: Apache-2.0
// What passes know of a kernel, kept as attributes and metadata of its function. A .ll file holds all of it, so each
// pass can be run alone.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/metadata.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace wherry::compiler {

// An argument's place in the argument block, in bytes.
struct ArgSlot {
  uint32_t offset = 0, size = 0, align = 0;
  uint32_t pointee_align = 0;  // of pointers
  bool pointer = false;
};

struct LocalVariable {
  std::string name;  // of the global variable, which is deleted once it has no uses
  uint64_t bytes = 0;
  uint64_t offset = 0;  // in GroupContext::local_memory, once it has its place
};

// Facts that hold in every launch of a SPIR kernel, before lower/kernel_entry. Attributes:
//   "wherry-local-size"="x,y,z"
//   "wherry-buffers-apart"
//   "wherry-reshaped"
//   !wherry.known_arguments !{!{i32 index, iN value}, ...}
struct KnownOfLaunch {
  std::array<uint64_t, 3> local_size{};  // of all groups; 0 0 0: any
  bool apart = false;                    // no two buffers of arguments overlap
  bool reshaped = false;                 // as KernelFacts::reshaped; local_size is of the other ND-range
  llvm::DenseMap<unsigned, llvm::APInt> arguments;

  static KnownOfLaunch of(const llvm::Function &kernel);
  void write(llvm::Function &kernel) const;
};

// Whether the module is a variant for launches that the host has reshaped: it is reshaped, too, even if its work-items
// run one by one.
bool is_reshaped_variant(const llvm::Module &module);

// Facts of a work-group function, void(ptr args, ptr context). Each field is the string attribute that fields() names;
// a field with its default has no attribute. Clang's kernel metadata (kernel_metadata.h) stand beside the attributes.
struct KernelFacts {
  std::string name;  // the kernel's

  // Of its launches.
  std::array<uint64_t, 3> local_size{};  // of every group; 0 0 0: any
  bool regroupable = false;              // nothing in it depends on how its work-items are grouped
  bool reshaped = false;                 // for launches that the host has reshaped (opt/reshape)
  bool reshaped_apart = false;           // another module has the function for those launches (driver/parts)
  bool needs_apart = false;              // of reshaped ones: for launches whose buffers do not overlap
  bool loop_free = false;                // neither the kernel nor what it calls has a loop
  uint64_t args_bytes = 0;               // of the argument block
  uint64_t local_bytes = 0;              // static local memory

  // Sub-groups and lanes.
  uint64_t lane_dimension = 0;  // whose neighbours become the lanes of vectors
  uint64_t sub_group_size = 0;  // work-items; a power of two
  bool sub_groups = false;      // the kernel's results depend on sub-groups
  bool vectorise = false;       // its item loops are to be vectorised
  bool waits = false;           // it has loops that may wait for another sub-group

  // Modes.
  bool checked = false, scheduled = false;
  bool orders_sub_groups = false;  // checked for races: it has barriers of sub-groups
  uint64_t race_written = 0;       // likewise: abi::KernelInfo::race_written
  bool race_unknown = false;       // likewise: abi::KernelInfo::race_unknown

  // Of its regions.
  uint64_t regions = 0;                           // 0: not formed yet; 1: no work-group operation
  uint64_t item_loops = 0;                        // regions that an item loop runs; the others run once for the group
  uint64_t context_bytes = 0, private_bytes = 0;  // work-item context, private variables in memory: for each work-item
  bool copies = false, barriers = false, prints = false;
  bool enqueues = false;            // it may enqueue kernels
  bool block = false;               // the kernel is a block's, for kernels to enqueue
  bool divergent_barriers = false;  // the compiler cannot see that all work-items meet each operation

  // Of its item loops.
  uint64_t lanes = 0;               // of the widest vectors of work-items; 0: none
  uint64_t other_widths = 0;        // abi::KernelInfo::other_widths
  bool contiguous = false;          // all vectorised, and lanes reach memory contiguously only
  bool grid_loops = false;          // an item loop runs once for each iteration of a loop over the grid
  uint64_t blocked_iterations = 0;  // abi::KernelInfo::blocked_iterations
  uint64_t streamed_bytes = 0;      // each work-item stores in vectors that may pass the caches by

  std::vector<ArgSlot> slots;                  // !wherry.args
  std::vector<LocalVariable> local_variables;  // !wherry.local_variables
  llvm::Function *group = nullptr;             // the function that the facts are of

  template <class Self, class F> static void fields(Self &self, F &&field) {
    field(kKernelName, self.name);
    field(kLocalSize, self.local_size);
    field("wherry-regroupable", self.regroupable);
    field(kReshaped, self.reshaped);
    field("wherry-reshaped-apart", self.reshaped_apart);
    field("wherry-needs-apart", self.needs_apart);
    field(kLoopFree, self.loop_free);
    field("wherry-args-bytes", self.args_bytes);
    field("wherry-local-bytes", self.local_bytes);
    field("wherry-lane-dimension", self.lane_dimension);
    field("wherry-sub-group-size", self.sub_group_size);
    field("wherry-sub-groups", self.sub_groups);
    field("wherry-vectorise", self.vectorise);
    field("wherry-waits", self.waits);
    field("wherry-checked", self.checked);
    field("wherry-scheduled", self.scheduled);
    field("wherry-orders-sub-groups", self.orders_sub_groups);
    field("wherry-race-written", self.race_written);
    field("wherry-race-unknown", self.race_unknown);
    field("wherry-regions", self.regions);
    field("wherry-item-loops", self.item_loops);
    field("wherry-context-bytes", self.context_bytes);
    field("wherry-private-bytes", self.private_bytes);
    field("wherry-copies", self.copies);
    field("wherry-barriers", self.barriers);
    field("wherry-prints", self.prints);
    field("wherry-enqueues", self.enqueues);
    field(kBlock, self.block);
    field("wherry-divergent-barriers", self.divergent_barriers);
    field("wherry-lanes", self.lanes);
    field("wherry-other-widths", self.other_widths);
    field("wherry-contiguous", self.contiguous);
    field("wherry-blocked-iterations", self.blocked_iterations);
    field("wherry-grid-loops", self.grid_loops);
    field("wherry-streamed-bytes", self.streamed_bytes);
  }

  // The index of a local variable in local_variables, to which it is added where it is not there.
  unsigned index_of(const llvm::Value &local_variable);

  // Precondition: is_work_group_function(group).
  static KernelFacts of(llvm::Function &group);
  void write() const;
};

// Whether the function runs a whole work-group, or one work-item of it until regions are formed.
bool is_work_group_function(const llvm::Function &function);
llvm::SmallVector<llvm::Function *> work_group_functions(llvm::Module &module);

// Whether what any kernel does depends on its sub-groups.
bool uses_sub_groups(llvm::Module &module);

// Takes all facts from a function that LLVM has split off a work-group function, which gave them on.
void forget_facts(llvm::Function &part);

// A SPIR kernel with a body.
bool is_kernel(const llvm::Function &function);

// Whether debuggers are told of the function's variables.
bool is_debugged(const llvm::Function &function);

}  // namespace wherry::compiler
