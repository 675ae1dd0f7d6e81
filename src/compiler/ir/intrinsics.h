// SPDX-License-Identifier: Apache-2.0
// Our intrinsics: ir/intrinsics.def, which has all that passes know of each.
#pragma once
#include <cstdint>
#include <optional>

#include "compiler/ir/host_call.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
}

namespace wherry::compiler {

enum class Intrinsic {
  none,
#define WHERRY_INTRINSIC(name, kind, lanes, signature, lowering) name,
#include "compiler/ir/intrinsics.def"
};

enum class IntrinsicKind {
  none,
  item_id,              // pure; tells the work-items of a group apart
  lane_id,              // likewise, by the place in the sub-group
  group_id,             // pure; the same for the work-group; depends on how work-items are grouped
  launch_id,            // pure; does not depend on it
  group_operation,      // convergent; ends a region
  copy_operation,       // likewise, about async copies
  collective,           // likewise; its first parameter is the work-item's own variable
  sub_group_operation,  // convergent; accesses no memory
  sub_group_barrier,    // convergent
  lane_query,           // pure; only lanes can tell
  yield,                // convergent; other work-items change memory meanwhile
  marker,               // a pass's own
};

enum class LaneResult { none, same, each };

enum class Lowering {
  kernel_entry,
  item_loops,
  regions,
  collectives,
  vectoriser,
  checked_mode,
  group_field,
  launch_field,
  host_call
};

struct IntrinsicInfo {
  const char *name;
  IntrinsicKind kind;
  LaneResult lanes;
  const char *signature;
  Lowering lowering;
  uint64_t detail;  // a field's offset, or the HostCall
};
const IntrinsicInfo &info_of(Intrinsic id);

// Which intrinsic a function or a call is; `none` for everything else.
Intrinsic intrinsic_of(const llvm::Function &function);
Intrinsic intrinsic_of(const llvm::Instruction &instruction);
inline IntrinsicKind kind_of(Intrinsic id) { return info_of(id).kind; }

// Ids that differ among the work-items of a group.
bool is_item_id(Intrinsic id);
// Ids and sizes that all work-items of a group have alike.
bool is_uniform_id(Intrinsic id);
// Work-group operations end a region.
bool is_group_operation(Intrinsic id);

// Whether an instruction is a work-item's id in the dimension, or in one that is not known.
bool is_id_of(const llvm::Instruction &instruction, unsigned dimension);
// The dimension that a call of the intrinsic asks for; nothing: another value, or the dimension is not known.
std::optional<unsigned> dimension_of(const llvm::Value *value, Intrinsic id);
// The size of this work-group, or of all that are whole.
inline bool is_local_size(Intrinsic id) {
  return id == Intrinsic::__wherry_local_size || id == Intrinsic::__wherry_enqueued_local_size;
}
bool is_collective(Intrinsic id);
bool is_copy_operation(Intrinsic id);
// Operations of a sub-group do not end a region.
bool is_sub_group_operation(Intrinsic id);
// Whether the function has a loop that may wait for another sub-group.
bool yields(const llvm::Function &function);
// Whether only lanes of a sub-group can give the result.
bool sees_sub_groups(Intrinsic id);

// A variable that holds the same for ever.
inline bool is_constant(const llvm::Value *object) {
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return variable && variable->isConstant();
}

// LLVM's read of the time stamp counter. Each work-item has its own value; lanes of a vector read once for all.
bool reads_clock(const llvm::Instruction &instruction);

// printf, which the compiler lowers itself.
bool is_printf(const llvm::Instruction &instruction);

// The type that the signature has.
llvm::FunctionType *type_of(Intrinsic id, llvm::LLVMContext &context);

// The intrinsic, declared with its attributes.
llvm::FunctionCallee declare_intrinsic(llvm::Module &module, Intrinsic id);

// Gives declarations the attributes that let LLVM move and merge calls, and no more.
struct DeclareIntrinsicsPass : llvm::PassInfoMixin<DeclareIntrinsicsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
