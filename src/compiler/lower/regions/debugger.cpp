// SPDX-License-Identifier: Apache-2.0
// For debuggers: the work-item that runs, as the variable `wherry` of each function of the kernel (docs/debugging.md).
#include <cstddef>

#include "compiler/lower/regions/region_former.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// The variable's members, which tools/gdb/wherry.py reads.
enum class Member : unsigned {
  kGlobalId,
  kLocalId,
  kGroupId,
  kLocalSize,
  kItem,          // the local linear id
  kItemContext,   // where work-items keep their variables, one variable of all work-items side by side
  kContextBytes,  // bytes of all work-items' contexts together
  kLocalMemory,
};
struct MemberInfo {
  const char *name;
  enum { id, number, pointer } kind;
};
constexpr MemberInfo kMembers[] = {
    {"global_id", MemberInfo::id},         {"local_id", MemberInfo::id},          {"group_id", MemberInfo::id},
    {"local_size", MemberInfo::id},        {"item", MemberInfo::number},          {"item_context", MemberInfo::pointer},
    {"context_bytes", MemberInfo::number}, {"local_memory", MemberInfo::pointer},
};

Value *member(IRBuilderBase &builder, AllocaInst *variable, Member which, unsigned dim = 0) {
  auto *type = cast<StructType>(variable->getAllocatedType());
  Value *address = builder.CreateStructGEP(type, variable, static_cast<unsigned>(which));
  return dim ? builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), address, dim) : address;
}

DIType *debug_type(DIBuilder &builder, DICompileUnit &unit, const StructLayout &layout) {
  DIType *number = builder.createBasicType("ulong", 64, dwarf::DW_ATE_unsigned);
  DIType *id =
      builder.createArrayType(3 * 64, 64, number, builder.getOrCreateArray({builder.getOrCreateSubrange(0, 3)}));
  DIType *byte = builder.createBasicType("uchar", 8, dwarf::DW_ATE_unsigned_char);
  DIType *pointer = builder.createPointerType(byte, 64);
  SmallVector<Metadata *> members;
  for (auto [index, info] : enumerate(kMembers)) {
    DIType *type = info.kind == MemberInfo::id ? id : info.kind == MemberInfo::number ? number : pointer;
    members.push_back(builder.createMemberType(&unit, info.name, unit.getFile(), 0, type->getSizeInBits(), 64,
                                               layout.getElementOffsetInBits(index), DINode::FlagZero, type));
  }
  return builder.createStructType(&unit, "wherry_work_item", unit.getFile(), 0, layout.getSizeInBits(), 64,
                                  DINode::FlagZero, nullptr, builder.getOrCreateArray(members));
}

}  // namespace

bool RegionFormer::is_debugged() const { return compiler::is_debugged(group_) && !sub_groups_; }

void RegionFormer::make_work_item_variable() {
  if (!is_debugged()) return;
  Type *id = ArrayType::get(i64_, 3);
  SmallVector<Type *> types;
  for (const MemberInfo &info : kMembers)
    types.push_back(info.kind == MemberInfo::id ? id : info.kind == MemberInfo::number ? i64_ : ptr_);
  work_item_ =
      new AllocaInst(StructType::get(context_, types), layout_.getAllocaAddrSpace(), "wherry", entry_->begin());
  Value *context = field(group_context_, ptr_, offsetof(abi::GroupContext, item_context), "item_context");
  Value *local = field(group_context_, ptr_, offsetof(abi::GroupContext, local_memory), "local_memory");
  Value *bytes = field(launch(), i64_, offsetof(abi::Launch, context_bytes), "context_bytes");
  Value *groups[3], *sizes[3];
  for (unsigned dim = 0; dim < 3; ++dim) {
    groups[dim] = field(group_context_, i64_, offsetof(abi::GroupContext, group_id) + 8 * dim, "group_id");
    sizes[dim] = local_size(dim);
    // The last work-group of a dimension may be smaller.
    Value *enqueued = field(launch(), i64_, offsetof(abi::Launch, local_size) + 8 * dim, "enqueued_size");
    Value *offset = field(launch(), i64_, offsetof(abi::Launch, global_offset) + 8 * dim, "global_offset");
    IRBuilder<> prologue(entry_->getTerminator());
    first_global_id_[dim] = prologue.CreateAdd(prologue.CreateMul(groups[dim], enqueued), offset, "first_global_id");
  }
  IRBuilder<> prologue(entry_->getTerminator());
  prologue.CreateStore(context, member(prologue, work_item_, Member::kItemContext));
  prologue.CreateStore(bytes, member(prologue, work_item_, Member::kContextBytes));
  prologue.CreateStore(local, member(prologue, work_item_, Member::kLocalMemory));
  for (unsigned dim = 0; dim < 3; ++dim) {
    prologue.CreateStore(groups[dim], member(prologue, work_item_, Member::kGroupId, dim));
    prologue.CreateStore(sizes[dim], member(prologue, work_item_, Member::kLocalSize, dim));
  }
}

void RegionFormer::store_work_item(IRBuilderBase &builder, Value *const (&local_ids)[3], Value *number) const {
  if (!work_item_) return;
  builder.CreateStore(number, member(builder, work_item_, Member::kItem));
  for (unsigned dim = 0; dim < 3; ++dim) {
    builder.CreateStore(local_ids[dim], member(builder, work_item_, Member::kLocalId, dim));
    builder.CreateStore(builder.CreateAdd(local_ids[dim], first_global_id_[dim]),
                        member(builder, work_item_, Member::kGlobalId, dim));
  }
}

namespace {

// A variable of local memory is found through `wherry`.
void declare_local(DIBuilder &builder, const LocalVariable &local, AllocaInst &work_item, uint64_t local_memory,
                   ArrayRef<std::pair<DISubprogram *, DILocation *>> functions) {
  Function &group = *work_item.getFunction();
  const GlobalVariable *variable = group.getParent()->getGlobalVariable(local.name, /*AllowInternal=*/true);
  SmallVector<DIGlobalVariableExpression *> told;
  if (variable) variable->getDebugInfo(told);
  // Where it is aligned to more than local memory is, its place differs between work-groups.
  if (told.empty() || variable->getAlign().valueOrOne() > Align(abi::kLocalAlign)) return;
  const DIGlobalVariable &source = *told[0]->getVariable();
  auto *scope = dyn_cast_or_null<DILocalScope>(source.getScope());
  if (!scope) return;
  DILocalVariable *declared =
      builder.createAutoVariable(scope, source.getName(), source.getFile(), source.getLine(), source.getType());
  DIExpression *place = builder.createExpression(
      {dwarf::DW_OP_plus_uconst, local_memory, dwarf::DW_OP_deref, dwarf::DW_OP_plus_uconst, local.offset});
  for (auto [function, inlined_at] : functions)
    if (function == scope->getSubprogram())
      builder.insertDeclare(&work_item, declared, place,
                            DILocation::get(group.getContext(), source.getLine(), 0, scope, inlined_at),
                            group.getEntryBlock().getTerminator()->getIterator());
}

}  // namespace

// A debugger looks for names in the innermost function, inlined or not, alone: each has the variable.
void RegionFormer::declare_work_item() {
  if (!work_item_) return;
  SetVector<std::pair<DISubprogram *, DILocation *>> functions;
  for (const Instruction &instruction : instructions(group_))
    for (const DILocation *place = instruction.getDebugLoc(); place; place = place->getInlinedAt())
      functions.insert({place->getScope()->getSubprogram(), place->getInlinedAt()});
  DICompileUnit &unit = *group_.getSubprogram()->getUnit();
  DIBuilder builder(*group_.getParent(), /*AllowUnresolved=*/false, &unit);
  const StructLayout &layout = *layout_.getStructLayout(cast<StructType>(work_item_->getAllocatedType()));
  DIType *type = debug_type(builder, unit, layout);
  DenseMap<DISubprogram *, DILocalVariable *> variables;
  for (auto [function, inlined_at] : functions) {
    DILocalVariable *&variable = variables[function];
    if (!variable)
      variable = builder.createAutoVariable(function, "wherry", function->getFile(), function->getLine(), type,
                                            /*AlwaysPreserve=*/false, DINode::FlagArtificial);
    builder.insertDeclare(work_item_, variable, builder.createExpression(),
                          DILocation::get(context_, function->getLine(), 0, function, inlined_at),
                          entry_->getTerminator()->getIterator());
  }
  const uint64_t local_memory = layout.getElementOffset(static_cast<unsigned>(Member::kLocalMemory));
  for (const LocalVariable &local : facts_.local_variables)
    declare_local(builder, local, *work_item_, local_memory, functions.getArrayRef());
  builder.finalize();
}

}  // namespace wherry::compiler
