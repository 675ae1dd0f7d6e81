// SPDX-License-Identifier: Apache-2.0
#include "compiler/async/copy_elision.h"

#include <optional>

#include "compiler/analysis/argument_origin.h"
#include "compiler/analysis/memory_access.h"
#include "compiler/analysis/pointer_uses.h"
#include "compiler/frontend/opencl_c.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_metadata.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

enum CopyOperand : unsigned { kDst, kSrc, kCount, kElement, kDstStride, kSrcStride };
enum ReadableOperand : unsigned { kCurrent = 7, kDefined };
constexpr unsigned kMaxArgs = 64;  // bits of Writes::args

std::string at(const Instruction &instruction) {
  const DILocation *location = instruction.getDebugLoc();
  return location ? " (line " + std::to_string(location->getLine()) + ")" : "";
}

// The arguments through which the kernel may write, a bit each, or the reason why they are not known.
struct Writes {
  uint64_t args = 0;
  std::string unknown;
};

// One local array that async copies fill, and the reason why loads cannot go to their sources.
struct Tile {
  SmallVector<CallInst *> copies;
  SmallVector<LoadInst *> loads;
  std::string reason;
};

class Elision {
 public:
  explicit Elision(KernelFacts &kernel) : kernel_(kernel), group_(*kernel.group), origins_(kernel) {}

  void run(raw_ostream &remarks) {
    SmallVector<Constant *> variables;
    for (GlobalVariable &variable : group_.getParent()->globals())
      if (variable.getAddressSpace() == kLocalSpace) variables.push_back(&variable);
    convertUsersOfConstantsToInstructions(variables, &group_);
    for (Instruction &instruction : instructions(group_))
      if (intrinsic_of(instruction) == Intrinsic::__wherry_async_copy_to_local) add(cast<CallInst>(instruction));
    if (tiles_.empty()) return;
    const Writes writes = find_writes();
    for (auto &[object, tile] : tiles_) {
      if (tile.reason.empty()) tile.reason = check_sources(tile, writes);
      if (tile.reason.empty()) tile.reason = check_uses(*object, tile);
      remark(remarks, object, tile);
    }
    for (auto &[object, tile] : tiles_)
      if (tile.reason.empty()) rewrite(*object, tile, writes.args);
  }

 private:
  void add(CallInst &copy) {
    Value *object = local_object(copy.getArgOperand(kDst));
    Tile &tile = tiles_[object];
    tile.copies.push_back(&copy);
    auto is_one = [&](unsigned operand) {
      auto *stride = dyn_cast<ConstantInt>(copy.getArgOperand(operand));
      return stride && stride->isOne();
    };
    if (!object)
      tile.reason = "which array it is, is known at run time only" + at(copy);
    else if (copy.getArgOperand(kDst) != object)
      tile.reason = "a copy fills a part of it" + at(copy);
    else if (!is_one(kDstStride) || !is_one(kSrcStride))
      tile.reason = "its source is strided" + at(copy);
  }

  // The local variable, or the address of a local argument's memory, that an address comes from; null: unknown.
  Value *local_object(const Value *address) const {
    const PointerOrigin origin = origins_.of(address);
    const bool known = origin.kind == PointerOrigin::local_variable ||
                       (origin.kind == PointerOrigin::local_argument && origin.slot < kMaxArgs);
    return known ? const_cast<Value *>(origin.object) : nullptr;
  }

  // The argument that a copy's source comes from.
  std::optional<unsigned> source_of(const CallInst &copy) const {
    const auto origins = origins_.all_of(copy.getArgOperand(kSrc));  // a loop may step through the buffer
    if (origins.size() != 1 || origins[0].kind != PointerOrigin::buffer || origins[0].slot >= kMaxArgs) return {};
    return origins[0].slot;
  }

  void add_write(Writes &writes, const Value *pointer, const Instruction &by) const {
    if (pointer->getType()->getPointerAddressSpace() == kLocalSpace) return;
    for (const PointerOrigin &origin : origins_.all_of(pointer)) {
      switch (origin.kind) {
      case PointerOrigin::private_variable:
      case PointerOrigin::local_variable:
      case PointerOrigin::program_scope: break;  // no argument's memory
      case PointerOrigin::buffer:
        if (origin.slot < kMaxArgs) {
          writes.args |= uint64_t{1} << origin.slot;
          break;
        }
        [[fallthrough]];
      default: writes.unknown = "the kernel writes to memory that is not plainly an argument's" + at(by);
      }
    }
  }

  Writes find_writes() const {
    Writes writes;
    for (Instruction &instruction : instructions(group_)) {
      if (!instruction.mayWriteToMemory() || isa<LoadInst, LifetimeIntrinsic>(instruction) || is_printf(instruction))
        continue;
      const auto accesses = memory_accesses(instruction);
      for (const MemoryAccess &access : accesses)
        if (access.writes) add_write(writes, access.pointer, instruction);
      if (!accesses.empty()) continue;
      if (auto *call = dyn_cast<CallInst>(&instruction)) {
        const Intrinsic id = intrinsic_of(*call);
        if (id == Intrinsic::__wherry_async_copy_to_global || id == Intrinsic::__wherry_async_tile_to_global) {
          add_write(writes, call->getArgOperand(kDst), *call);
        } else if (call->onlyAccessesArgMemory()) {
          for (const Use &arg : call->args())
            if (arg->getType()->isPointerTy() && !call->onlyReadsMemory(call->getArgOperandNo(&arg)))
              add_write(writes, arg, *call);
        } else if (!is_group_operation(id) && !call->onlyAccessesInaccessibleMemory()) {
          writes.unknown = "the kernel calls a function that may write anything" + at(*call);
        }
      } else if (!isa<FenceInst>(instruction)) {
        writes.unknown = "the kernel writes in a way that is not understood" + at(instruction);
      }
    }
    return writes;
  }

  std::string check_sources(const Tile &tile, const Writes &writes) const {
    if (!writes.unknown.empty()) return writes.unknown;
    for (CallInst *copy : tile.copies) {
      auto arg = source_of(*copy);
      if (!arg) return "its source is not plainly one of the kernel's arguments" + at(*copy);
      if (writes.args >> *arg & 1) return "the kernel writes to the buffer that it is copied from" + at(*copy);
    }
    return "";
  }

  // Whether a variable's initial value holds the constant.
  static bool stands_in_memory(const User &constant) {
    return isa<GlobalVariable>(constant) || any_of(constant.users(), [](const User *user) {
             return !isa<Instruction>(user) && stands_in_memory(*user);
           });
  }

  // Whether another address may lead to the memory of the same local argument.
  bool has_second_address(const Value &object) const {
    const std::optional<unsigned> argument = local_argument(object);
    return argument && any_of(instructions(group_), [&](const Instruction &other) {
             auto *step = dyn_cast<GetElementPtrInst>(&other);
             if (!step || step == &object || !is_local_memory(step->getPointerOperand())) return false;
             const std::optional<unsigned> of_other = local_argument(*step);
             return !of_other || of_other == argument;
           });
  }

  // The local argument whose memory begins at an address.
  std::optional<unsigned> local_argument(const Value &address) const {
    const PointerOrigin origin = origins_.of(&address);
    return origin.kind == PointerOrigin::local_argument && origin.is_address_of_argument(address)
               ? std::optional(origin.slot)
               : std::nullopt;
  }

  // Whether the address is GroupContext::local_memory.
  bool is_local_memory(const Value *address) const {
    auto *load = dyn_cast<LoadInst>(address->stripPointerCasts());
    if (!load || address->getType()->getPointerAddressSpace() != kLocalSpace) return false;
    APInt offset(64, 0);
    return load->getPointerOperand()->stripAndAccumulateConstantOffsets(group_.getDataLayout(), offset, true) ==
           group_.getArg(1);
  }

  // The reason why a use of the array is neither a load nor one of the copies; notes the loads.
  std::string check_uses(Value &object, Tile &tile) const {
    if (has_second_address(object)) return "its address is computed twice";
    const PointerUses uses(object, {.choices = false, .casts = false, .freezes = false},
                           [this](const Instruction &user) { return user.getFunction() == &group_; });
    for (const PointerUse &use : uses.uses()) {
      switch (use.kind) {
      case PointerUse::load:
        if (!cast<LoadInst>(use.user())->isSimple()) return "it is read by atomic or volatile loads" + at(*use.user());
        tile.loads.push_back(cast<LoadInst>(use.user()));
        break;
      case PointerUse::store:
      case PointerUse::stored_itself:
      case PointerUse::atomic: return "work-items write to it" + at(*use.user());
      case PointerUse::constant:  // this kernel's other uses are instructions
        if (stands_in_memory(*use.use->getUser())) return "its address stands in a constant";
        break;
      case PointerUse::lifetime: break;
      default:
        if (isa<PHINode, SelectInst>(use.user()))
          return "it is read through an address that is chosen at run time" + at(*use.user());
        if (!is_contained(tile.copies, use.user())) return "it is used for more than loads" + at(*use.user());
      }
    }
    return "";
  }

  std::string name_of(const Value *object) const {
    if (!object) return "a tile";
    if (auto arg = local_argument(*object)) {
      const StringRef name = metadata_text(group_, kArgumentNames, *arg);
      return name.empty() ? "argument " + std::to_string(*arg) : "'" + name.str() + "'";
    }
    StringRef name = object->getName();
    name.consume_front(kernel_.name + ".");
    return "'" + name.str() + "'";
  }

  void remark(raw_ostream &out, const Value *object, const Tile &tile) const {
    const DILocation *location = tile.copies.front()->getDebugLoc();
    out << (location ? location->getFilename() : kMainFile);
    if (location) out << ':' << location->getLine() << ':' << location->getColumn();
    out << ": remark: kernel '" << kernel_.name << "': " << name_of(object);
    if (tile.reason.empty())
      out << " is read in place, and its copy left out, wherever no buffer that the kernel writes overlaps its "
             "source\n";
    else
      out << " is copied: " << tile.reason << "\n";
  }

  // Makes each copy give the address that later loads take.
  void rewrite(Value &object, Tile &tile, uint64_t written) {
    Module &module = *group_.getParent();
    LLVMContext &context = group_.getContext();
    Type *global = PointerType::get(context, kGlobalSpace);
    Type *i64 = Type::getInt64Ty(context);
    FunctionCallee readable = declare_intrinsic(module, Intrinsic::__wherry_readable_in_place);
    auto *variable = dyn_cast<GlobalVariable>(&object);
    const uint64_t object_bytes =
        variable ? module.getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue() : 0;
    const unsigned local_arg = variable ? ~0u : *local_argument(object);

    BasicBlock *entry = &group_.getEntryBlock();
    IRBuilder<> builder(entry, variable ? entry->getFirstNonPHIOrDbgOrAlloca()
                                        : std::next(cast<Instruction>(object).getIterator()));
    Value *copied = builder.CreateAddrSpaceCast(&object, global, object.getName() + ".copied");
    SSAUpdater views, defined;  // where loads go, and how many bytes of the array copies have defined
    views.Initialize(global, (object.getName() + ".view").str());
    defined.Initialize(i64, (object.getName() + ".defined").str());
    SmallVector<CallInst *> calls, grown;
    uint64_t align = 0;
    for (CallInst *copy : tile.copies) {
      BasicBlock *block = copy->getParent();
      if (copy != &block->front()) block = block->splitBasicBlock(copy, "copy");
      builder.SetInsertPoint(copy);
      Value *count = copy->getArgOperand(kCount), *element = copy->getArgOperand(kElement);
      const unsigned arg = *source_of(*copy);
      Value *bytes = builder.CreateMul(count, element);
      CallInst *call =
          builder.CreateCall(readable, {&object, copy->getArgOperand(kSrc), bytes, builder.getInt64(object_bytes),
                                        builder.getInt32(local_arg), builder.getInt32(arg), builder.getInt64(written),
                                        PoisonValue::get(global), PoisonValue::get(i64)});
      call->setDoesNotThrow();
      call->setConvergent();
      copy->setArgOperand(kCount, builder.CreateSelect(builder.CreateICmpEQ(call, copied), count, builder.getInt64(0)));
      views.AddAvailableValue(block, call);
      auto *more = cast<CallInst>(builder.CreateIntrinsic(llvm::Intrinsic::umax, {i64}, {bytes, bytes}));
      defined.AddAvailableValue(block, more);
      grown.push_back(more);
      calls.push_back(call);
      auto *size = dyn_cast<ConstantInt>(element);
      align |= size ? size->getZExtValue() : 1;
    }
    if (!views.HasValueForBlock(entry)) {
      views.AddAvailableValue(entry, copied);
      defined.AddAvailableValue(entry, builder.getInt64(0));
    }
    for (auto [call, more] : zip_equal(calls, grown)) {
      Value *before = defined.GetValueInMiddleOfBlock(call->getParent());
      call->setArgOperand(kCurrent, views.GetValueInMiddleOfBlock(call->getParent()));
      call->setArgOperand(kDefined, before);
      more->setArgOperand(1, before);
    }
    for (LoadInst *load : tile.loads) {
      BasicBlock *block = load->getParent();
      Value *view = views.HasValueForBlock(block) ? views.GetValueAtEndOfBlock(block)  // the copy stands first in it
                                                  : views.GetValueInMiddleOfBlock(block);
      SmallVector<GetElementPtrInst *> steps;
      for (Value *address = load->getPointerOperand(); address != &object; address = steps.back()->getPointerOperand())
        steps.push_back(cast<GetElementPtrInst>(address));
      builder.SetInsertPoint(load);
      for (GetElementPtrInst *step : reverse(steps)) {
        SmallVector<Value *> indices(step->indices());
        view = builder.CreateGEP(step->getSourceElementType(), view, indices, step->getName(), step->getNoWrapFlags());
      }
      // The source is aligned to its elements, the array better.
      LoadInst *in_place = builder.CreateAlignedLoad(
          load->getType(), view, std::min(load->getAlign(), Align(align & -align)), load->getName());
      load->replaceAllUsesWith(in_place);
      load->eraseFromParent();
    }
  }

  KernelFacts &kernel_;
  Function &group_;
  const ArgumentOrigins origins_;
  MapVector<Value *, Tile> tiles_;
};

}  // namespace

bool ElideCopiesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  std::string lines;
  raw_string_ostream out(lines);
  Elision(kernel).run(out);
  note(*kernel.group, lines);
  return true;
}

}  // namespace wherry::compiler
