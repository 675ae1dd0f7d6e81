// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/narrow_integers.h"

#include "compiler/ir/diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kWide = 32, kNarrow = 16;
// Fewer operations gain less than the extensions of their results cost.
constexpr unsigned kLeastOperations = 4;

class Narrower {
 public:
  explicit Narrower(Function &function) : function_(function) {}

  void run() {
    for (Instruction &instruction : instructions(function_)) visit(instruction);
    drop_what_does_not_pay();
    if (chosen_.empty()) return;
    for (auto &[instruction, range] : chosen_) rewrite(*instruction);
    for (auto &[instruction, range] : chosen_) replace_uses(*instruction, range);
    for (auto &[instruction, range] : reverse(chosen_))
      if (instruction->use_empty()) instruction->eraseFromParent();
  }

 private:
  static bool fits(const ConstantRange &range) { return range.getMinSignedBits() <= kNarrow; }

  // An extension of an element in memory.
  static bool is_leaf(const Instruction &instruction) {
    if (!isa<ZExtInst, SExtInst>(instruction) || !isa<LoadInst>(instruction.getOperand(0))) return false;
    const unsigned bits = instruction.getOperand(0)->getType()->getIntegerBitWidth();
    return bits == 8 || bits == 16;
  }

  // The range of a value that can be had in 16 bits.
  std::optional<ConstantRange> range_of(const Value *value) const {
    if (auto *constant = dyn_cast<ConstantInt>(value)) {
      const ConstantRange range(constant->getValue());
      return fits(range) ? std::optional(range) : std::nullopt;
    }
    auto *instruction = dyn_cast<Instruction>(value);
    auto found = chosen_.find(const_cast<Instruction *>(instruction));
    return found == chosen_.end() ? std::nullopt : std::optional(found->second);
  }

  // Definitions come before their uses, but for phis of loops, which are left alone.
  void visit(Instruction &instruction) {
    if (!instruction.getType()->isIntegerTy(kWide)) return;
    std::optional<ConstantRange> range;
    if (is_leaf(instruction)) {
      const unsigned bits = instruction.getOperand(0)->getType()->getIntegerBitWidth();
      const ConstantRange all = ConstantRange::getFull(bits);
      range = isa<ZExtInst>(instruction) ? all.zeroExtend(kWide) : all.signExtend(kWide);
    } else {
      SmallVector<ConstantRange, 3> of;
      const bool select = isa<SelectInst>(instruction);
      auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      if (!select && !intrinsic && !isa<BinaryOperator>(instruction)) return;
      for (unsigned k = select; k < (intrinsic ? intrinsic->arg_size() : instruction.getNumOperands()); ++k) {
        const Value *operand = instruction.getOperand(k);
        if (operand->getType()->isIntegerTy(1)) continue;  // of llvm.abs
        auto one = range_of(operand);
        if (!one) return;
        of.push_back(*one);
      }
      if (select) {
        range = of[0].unionWith(of[1], ConstantRange::Signed);
      } else if (intrinsic) {
        switch (intrinsic->getIntrinsicID()) {
        case llvm::Intrinsic::abs:
        case llvm::Intrinsic::smin:
        case llvm::Intrinsic::smax:
        case llvm::Intrinsic::umin:
        case llvm::Intrinsic::umax:
          range =
              ConstantRange::intrinsic(intrinsic->getIntrinsicID(),
                                       of.size() == 1 ? SmallVector<ConstantRange>{of[0], ConstantRange(APInt(1, 0))}
                                                      : SmallVector<ConstantRange>{of[0], of[1]});
          break;
        default: return;
        }
      } else {
        switch (instruction.getOpcode()) {
        case Instruction::Add:
        case Instruction::Sub:
        case Instruction::Mul:
        case Instruction::And:
        case Instruction::Or:
        case Instruction::Xor: range = of[0].binaryOp(cast<BinaryOperator>(instruction).getOpcode(), of[1]); break;
        case Instruction::Shl:
        case Instruction::AShr: {
          auto *by = dyn_cast<ConstantInt>(instruction.getOperand(1));
          if (!by || by->getValue().uge(kNarrow)) return;
          // ConstantRange::shl gives up where a value may be negative.
          range = instruction.getOpcode() == Instruction::AShr
                      ? of[0].ashr(of[1])
                      : of[0].multiply(ConstantRange(APInt(kWide, 1) << by->getValue()));
          break;
        }
        case Instruction::LShr: {
          auto *by = dyn_cast<ConstantInt>(instruction.getOperand(1));
          if (!by || by->getValue().uge(kNarrow) || !of[0].isAllNonNegative()) return;
          range = of[0].lshr(of[1]);
          break;
        }
        default: return;
        }
      }
    }
    if (!range) return;
    if (fits(*range))
      chosen_.insert({&instruction, *range});
    else
      too_wide_.push_back({&instruction, range->getMinSignedBits()});
  }

  static bool takes_narrow(const Instruction &user) {
    return isa<ICmpInst>(user) || (isa<TruncInst>(user) && user.getType()->getIntegerBitWidth() <= kNarrow);
  }

  // Drops connected operations that gain less than the extensions of their results cost.
  void drop_what_does_not_pay() {
    DenseMap<Instruction *, unsigned> group;
    std::vector<unsigned> operations, extensions;
    auto join = [&](Instruction *instruction, unsigned number) {
      SmallVector<Instruction *> work{instruction};
      while (!work.empty()) {
        Instruction *one = work.pop_back_val();
        if (!group.try_emplace(one, number).second) continue;
        if (!is_leaf(*one)) ++operations[number];
        bool extended = false;
        auto follow = [&](Value *value) {
          auto *next = dyn_cast<Instruction>(value);
          if (next && chosen_.contains(next)) work.push_back(next);
        };
        for (Value *operand : one->operands()) follow(operand);
        for (User *user : one->users()) {
          follow(user);
          auto *next = cast<Instruction>(user);
          extended |= !chosen_.contains(next) && !(takes_narrow(*next) && comparable(*next));
        }
        extensions[number] += extended;
      }
    };
    for (auto &[instruction, range] : chosen_) {
      if (group.contains(instruction)) continue;
      operations.push_back(0), extensions.push_back(0);
      join(instruction, unsigned(operations.size() - 1));
    }
    auto pays = [&](Instruction *instruction, unsigned lost) {
      const unsigned number = group[instruction];
      return operations[number] + 2 * lost >= kLeastOperations + 2 * extensions[number];
    };
    // Reports an operation in 32 bits whose narrow operand must be extended, where the narrow operations would pay but
    // for this one extension.
    for (auto [instruction, bits] : too_wide_)
      if (any_of(instruction->operands(), [&](const Use &use) {
            auto *operand = dyn_cast<Instruction>(use);
            return operand && chosen_.contains(operand) && !pays(operand, 0) && pays(operand, 1);
          })) {
        remark_at(*instruction, "numbers of 8 and 16 bits are computed with in 32 bits: " + described(*instruction) +
                                    " may take " + Twine(bits) + " bits");
        break;
      }
    chosen_.remove_if([&](auto &entry) { return !pays(entry.first, 0); });
  }

  bool comparable(const Instruction &user) const {
    if (isa<TruncInst>(user)) return true;
    return all_of(user.operands(), [&](const Use &use) { return range_of(use.get()).has_value(); });
  }

  Value *narrow(Value *value) const {
    if (auto *constant = dyn_cast<ConstantInt>(value))
      return ConstantInt::get(value->getContext(), constant->getValue().trunc(kNarrow));
    return made_.lookup(cast<Instruction>(value));
  }

  void rewrite(Instruction &original) {
    IRBuilder<> builder(&original);
    Type *type = builder.getIntNTy(kNarrow);
    Value *&made = made_[&original];
    auto in = [&](unsigned k) { return narrow(original.getOperand(k)); };
    if (is_leaf(original)) {
      Value *element = original.getOperand(0);
      made = isa<ZExtInst>(original) ? builder.CreateZExt(element, type) : builder.CreateSExt(element, type);
    } else if (isa<SelectInst>(original)) {
      made = builder.CreateSelect(original.getOperand(0), in(1), in(2));
    } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(&original)) {
      if (intrinsic->getIntrinsicID() == llvm::Intrinsic::abs)
        made = builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, in(0), builder.getFalse());
      else
        made = builder.CreateBinaryIntrinsic(intrinsic->getIntrinsicID(), in(0), in(1));
    } else {
      made = builder.CreateBinOp(cast<BinaryOperator>(original).getOpcode(), in(0), in(1));
    }
  }

  void replace_uses(Instruction &original, const ConstantRange &range) {
    Value *made = made_[&original], *wide = nullptr;
    const SmallSetVector<User *, 8> users(original.user_begin(), original.user_end());
    for (User *one : users) {
      auto *user = cast<Instruction>(one);
      if (chosen_.contains(user)) continue;
      if (isa<TruncInst>(user) && takes_narrow(*user)) {
        IRBuilder<> builder(user);
        user->replaceAllUsesWith(builder.CreateTrunc(made, user->getType()));
        user->eraseFromParent();
      } else if (isa<ICmpInst>(user) && comparable(*user)) {
        for (Use &operand : user->operands()) operand.set(narrow(operand.get()));
      } else {
        if (!wide) {
          IRBuilder<> builder(&original);
          wide = range.isAllNonNegative() ? builder.CreateZExt(made, original.getType(), "", true)
                                          : builder.CreateSExt(made, original.getType());
        }
        user->replaceUsesOfWith(&original, wide);
      }
    }
  }

  Function &function_;
  MapVector<Instruction *, ConstantRange> chosen_;
  SmallVector<std::pair<Instruction *, unsigned>>
      too_wide_;  // instructions on values in 16 bits, with their results' bits
  DenseMap<Instruction *, Value *> made_;
};

}  // namespace

static void narrow_integers(Function &function) { Narrower(function).run(); }

bool NarrowIntegersPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  narrow_integers(*kernel.group);
  return true;
}

}  // namespace wherry::compiler
