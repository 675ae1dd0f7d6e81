// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/argument_origin.h"

#include "compiler/analysis/memory_access.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernel_metadata.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

bool PointerOrigin::operator==(const PointerOrigin &other) const {
  if (kind != other.kind || kind == unknown) return false;
  return kind == buffer || kind == local_argument ? slot == other.slot : object == other.object;
}

ArgumentOrigins::ArgumentOrigins(const KernelFacts &kernel) : group_(kernel.group) {
  for (auto [index, slot] : enumerate(kernel.slots))
    if (slot.pointer) slot_at_[slot.offset] = index;
}

std::optional<unsigned> ArgumentOrigins::slot_of(const Value *value) const {
  auto *load = dyn_cast<LoadInst>(value);
  if (!load) return {};
  APInt offset(64, 0);
  const Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(load->getDataLayout(), offset,
                                                                                   /*AllowNonInbounds=*/true);
  auto found = slot_at_.find(offset.getZExtValue());
  return base == group_->getArg(0) && found != slot_at_.end() ? std::optional(found->second) : std::nullopt;
}

// The address that make_group_function gives a local argument: an offset from the group's local memory.
static bool may_add_offset(const GetElementPtrInst &step) {
  return step.getNumIndices() == 1 && isa<LoadInst>(step.getPointerOperand()->stripPointerCasts());
}

std::optional<unsigned> ArgumentOrigins::argument_that_leads_to(const LoadInst &load) const {
  return slot_of(load.getPointerOperand()->stripInBoundsConstantOffsets());
}

// An image's texels, to which its descriptor leads, may be any other argument's memory: they have no slot of their own.
std::optional<unsigned> ArgumentOrigins::image_of(const PointerOrigin &origin) const {
  auto *load = dyn_cast_or_null<LoadInst>(origin.object);
  if (origin.kind != PointerOrigin::unknown || !load) return {};
  const auto slot = argument_that_leads_to(*load);
  return slot && is_image_argument(*group_, *slot) ? slot : std::nullopt;
}

PointerOrigin ArgumentOrigins::of_object(const Value *object) const {
  if (isa<AllocaInst>(object)) return {PointerOrigin::private_variable, 0, object};
  if (isa<Argument>(object)) return {PointerOrigin::function_argument, 0, object};
  if (auto *variable = dyn_cast<GlobalVariable>(object))
    return {variable->getAddressSpace() == kLocalSpace ? PointerOrigin::local_variable : PointerOrigin::program_scope,
            0, object};
  if (auto slot = slot_of(object)) return {PointerOrigin::buffer, *slot, object};
  auto *load = dyn_cast<LoadInst>(object);
  if (load && load->hasMetadata(LLVMContext::MD_invariant_load) && !argument_that_leads_to(*load))
    return {PointerOrigin::context, 0, object};
  return {PointerOrigin::unknown, 0, object};
}

PointerOrigin ArgumentOrigins::of(const Value *pointer) const {
  for (;;) {
    if (auto *gep = dyn_cast<GetElementPtrInst>(pointer); gep && may_add_offset(*gep))
      if (auto slot = slot_of(gep->getOperand(1))) return {PointerOrigin::local_argument, *slot, gep};
    const Value *base = getUnderlyingObject(pointer, /*MaxLookup=*/1);
    if (base == pointer) return of_object(base);
    pointer = base;
  }
}

SmallVector<PointerOrigin, 1> ArgumentOrigins::all_of(const Value *pointer) const {
  SmallSetVector<const Value *, 4> work;
  work.insert(pointer);
  SmallVector<PointerOrigin, 1> found;
  for (unsigned i = 0; i < work.size(); ++i) {
    const PointerOrigin origin = of(work[i]);
    if (auto *phi = dyn_cast<PHINode>(origin.object)) {
      work.insert_range(phi->incoming_values());
    } else if (auto *select = dyn_cast<SelectInst>(origin.object)) {
      work.insert(select->getTrueValue());
      work.insert(select->getFalseValue());
    } else if (!is_contained(found, origin)) {
      found.push_back(origin);
    }
  }
  return found;
}

static void print(const PointerOrigin &origin, raw_ostream &out) {
  switch (origin.kind) {
  case PointerOrigin::buffer: out << "argument " << origin.slot; return;
  case PointerOrigin::local_argument: out << "local argument " << origin.slot; return;
  case PointerOrigin::local_variable: out << "local variable "; break;
  case PointerOrigin::private_variable: out << "private variable "; break;
  case PointerOrigin::program_scope: out << "program-scope variable "; break;
  case PointerOrigin::context: out << "the context's "; break;
  case PointerOrigin::function_argument: out << "function argument "; break;
  case PointerOrigin::unknown: out << "unknown"; return;
  }
  origin.object->printAsOperand(out, /*PrintType=*/false);
}

void ArgumentOrigins::print(raw_ostream &out) const {
  for (const Instruction &instruction : instructions(*group_))
    for (const MemoryAccess &access : memory_accesses(instruction)) {
      out << (access.writes ? "  write at " : "  read at ");
      access.pointer->printAsOperand(out, /*PrintType=*/false);
      const char *between = ": ";
      for (const PointerOrigin &origin : all_of(access.pointer)) {
        out << between;
        compiler::print(origin, out);
        between = " or ";
      }
      out << "\n";
    }
}

AnalysisKey ArgumentOriginAnalysis::Key;

ArgumentOrigins ArgumentOriginAnalysis::run(Function &group, FunctionAnalysisManager &) {
  return ArgumentOrigins(KernelFacts::of(group));
}

}  // namespace wherry::compiler
