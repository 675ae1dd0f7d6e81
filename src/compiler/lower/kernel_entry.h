// From a kernel, the function of one work-item, to the frame of the function of a whole work-group.
#pragma once
#include <array>
#include <vector>

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"

namespace wherry::compiler {

struct ArgSlot {
  uint32_t offset, size, align;
  uint32_t pointee_align;  // of pointers
  bool pointer;
};

struct LocalVariable {
  llvm::GlobalVariable *variable;
  uint64_t offset = 0;  // in GroupContext::local_memory, once it has its place
};

struct KernelFrame {
  std::string name;
  // What Clang says of the kernel: kernel_arg_*, reqd_work_group_size and so on.
  llvm::StringMap<llvm::MDNode *> metadata;
  llvm::Function *group;       // void(ptr args, ptr context): the kernel's body once inlined
  std::vector<ArgSlot> slots;  // where each argument stands in the argument block
  uint64_t args_size = 0;
  std::array<uint64_t, 3> local_size{};  // of every group; 0 0 0: any
  bool any_groups = false;               // nothing in it depends on how its work-items are grouped
  unsigned lane_dimension = 0;           // whose neighbours become the lanes of vectors
  unsigned sub_group_size = 0;           // work-items; a power of two
  bool sub_groups = false;               // what it does depends on them
  uint64_t local_bytes = 0;              // static local memory, once it has its place
  std::vector<LocalVariable> local_variables;
};

// What every launch of a kernel has in common.
struct Known {
  std::array<uint64_t, 3> local_size{};  // of all groups; 0 0 0: any
  unsigned sub_group_size = 8;           // of kernels that do not ask for another; a power of two
  llvm::DenseMap<unsigned, llvm::APInt> arguments;
};

// Makes the work-group function, which so far runs one work-item, and inlines every function that
// needs the group (ids, work-group operations, printf, local variables).
llvm::Expected<KernelFrame> make_group_function(llvm::Function &kernel, const Known &known);

// Gives the local variables that the kernel uses their place in GroupContext::local_memory.
llvm::Error place_local_variables(KernelFrame &frame);

// The functions that must be inlined because they, or what they call, need the group, or, with `accesses`,
// access global or local memory. Fails where one of them calls itself. Marks them alwaysinline.
llvm::Error mark_group_functions(llvm::Module &module, bool accesses);

// A field of GroupContext or Launch, loaded: the same for the whole group, and never written.
llvm::LoadInst *load_invariant(llvm::IRBuilderBase &builder, llvm::Type *type, llvm::Value *base, uint64_t offset,
                               const llvm::Twine &name);

}  // namespace wherry::compiler
