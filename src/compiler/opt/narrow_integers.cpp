// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/narrow_integers.h"

#include "compiler/ir/diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kWide = 32, kNarrow = 16, kByte = 8;
// Fewer operations gain less than the extensions of their results cost.
constexpr unsigned kLeastOperations = 4;

// How values that are computed with one another are kept.
enum class Form : uint8_t { kSignedByte, kUnsignedByte, kSixteenBits };

unsigned bits_of(Form form) { return form == Form::kSixteenBits ? kNarrow : kByte; }

class Narrower {
 public:
  explicit Narrower(Function &function) : function_(function) {}

  void run() {
    for (Instruction &instruction : instructions(function_)) visit(instruction);
    drop_what_does_not_pay();
    if (chosen_.empty()) return;
    find_forms();
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

  static bool fits(const ConstantRange &range, Form form) {
    return form == Form::kUnsignedByte ? range.getUnsignedMax().isIntN(kByte)
                                       : range.getMinSignedBits() <= bits_of(form);
  }

  // Whether an operation on values in a form gives the same as on the wide ones, in as few instructions.
  static bool keeps(const Instruction &instruction, Form form) {
    if (form == Form::kSixteenBits) return true;
    if (instruction.getOpcode() == Instruction::Mul) return false;  // vectors of bytes have no product
    return !instruction.isShift() || cast<ConstantInt>(instruction.getOperand(1))->getValue().ult(kByte);
  }

  // Whether a value, what it is computed with, and what it is compared with can be had in a form.
  bool can_have(const Instruction &instruction, const ConstantRange &range, Form form) const {
    auto constants_fit = [&](const User &user) {
      return all_of(user.operands(), [&](const Use &operand) {
        auto *constant = dyn_cast<ConstantInt>(operand);
        return !constant || fits(ConstantRange(constant->getValue()), form);
      });
    };
    return fits(range, form) && keeps(instruction, form) && (instruction.isShift() || constants_fit(instruction)) &&
           all_of(instruction.users(), [&](const User *user) { return !isa<ICmpInst>(user) || constants_fit(*user); });
  }

  // Values that an operation or a comparison joins have one form: the least that all of them fit.
  void find_forms() {
    EquivalenceClasses<const Instruction *> joined;
    auto join = [&](const Instruction &one, const User &user) {
      for (const Value *operand : user.operands())
        if (auto *other = dyn_cast<Instruction>(operand); other && chosen_.contains(const_cast<Instruction *>(other)))
          joined.unionSets(&one, other);
    };
    for (auto &[instruction, range] : chosen_) {
      joined.insert(instruction);
      join(*instruction, *instruction);
      for (const User *user : instruction->users())
        if (isa<ICmpInst>(user)) join(*instruction, *user);
    }
    // The last form that fits stays; where both kinds of bytes do, signed ones need no other predicates.
    for (Form form : {Form::kSixteenBits, Form::kUnsignedByte, Form::kSignedByte}) {
      DenseSet<const Instruction *> unfit;  // of each set of joined values its leader
      for (auto &[instruction, range] : chosen_)
        if (!can_have(*instruction, range, form)) unfit.insert(joined.getLeaderValue(instruction));
      for (auto &[instruction, range] : chosen_)
        if (form == Form::kSixteenBits || !unfit.contains(joined.getLeaderValue(instruction)))
          forms_[instruction] = form;
    }
  }

  Value *narrow(Value *value, Form form) const {
    if (auto *constant = dyn_cast<ConstantInt>(value))
      return ConstantInt::get(value->getContext(), constant->getValue().trunc(bits_of(form)));
    return made_.lookup(cast<Instruction>(value));
  }

  void rewrite(Instruction &original) {
    IRBuilder<> builder(&original);
    const Form form = forms_.at(&original);
    Type *type = builder.getIntNTy(bits_of(form));
    Value *&made = made_[&original];
    auto in = [&](unsigned k) { return narrow(original.getOperand(k), form); };
    if (is_leaf(original)) {
      Value *element = original.getOperand(0);
      made = isa<ZExtInst>(original) ? builder.CreateZExt(element, type) : builder.CreateSExt(element, type);
    } else if (isa<SelectInst>(original)) {
      made = builder.CreateSelect(original.getOperand(0), in(1), in(2));
    } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(&original)) {
      const bool is_unsigned = form == Form::kUnsignedByte;
      llvm::Intrinsic::ID called = intrinsic->getIntrinsicID();
      if (is_unsigned && called == llvm::Intrinsic::smin) called = llvm::Intrinsic::umin;
      if (is_unsigned && called == llvm::Intrinsic::smax) called = llvm::Intrinsic::umax;
      if (called == llvm::Intrinsic::abs)
        made = is_unsigned ? in(0) : builder.CreateBinaryIntrinsic(called, in(0), builder.getFalse());
      else
        made = builder.CreateBinaryIntrinsic(called, in(0), in(1));
    } else {
      auto operation = cast<BinaryOperator>(original).getOpcode();
      if (form == Form::kUnsignedByte && operation == Instruction::AShr) operation = Instruction::LShr;
      made = builder.CreateBinOp(operation, in(0), in(1));
    }
  }

  void replace_uses(Instruction &original, const ConstantRange &range) {
    Value *made = made_[&original], *wide = nullptr;
    const Form form = forms_.at(&original);
    const SmallSetVector<User *, 8> users(original.user_begin(), original.user_end());
    for (User *one : users) {
      auto *user = cast<Instruction>(one);
      if (chosen_.contains(user)) continue;
      if (isa<TruncInst>(user) && takes_narrow(*user)) {
        IRBuilder<> builder(user);
        user->replaceAllUsesWith(builder.CreateIntCast(made, user->getType(), form != Form::kUnsignedByte));
        user->eraseFromParent();
      } else if (isa<ICmpInst>(user) && comparable(*user)) {
        auto *comparison = cast<ICmpInst>(user);
        if (form == Form::kUnsignedByte) {
          comparison->setPredicate(comparison->getUnsignedPredicate());
          comparison->setSameSign(false);  // the wide numbers had the same sign
        }
        for (Use &operand : user->operands()) operand.set(narrow(operand.get(), form));
      } else {
        if (!wide) {
          IRBuilder<> builder(&original);
          // A byte of more than 127 is negative.
          wide = range.isAllNonNegative()
                     ? builder.CreateZExt(made, original.getType(), "", /*IsNonNeg=*/form != Form::kUnsignedByte)
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
  DenseMap<const Instruction *, Form> forms_;
  DenseMap<Instruction *, Value *> made_;
};

}  // namespace

// Takes the lower half of a 64-bit product of 32-bit numbers from a product in 32 bits. Of the 64-bit product only the
// upper half is used then, which LLVM computes without extending the numbers' vectors (vpmuludq of even and odd
// elements). Not where the upper half is a carry, added in 64 bits: there the numbers stay extended.
static void narrow_lower_halves(Function &function) {
  using namespace PatternMatch;
  const auto is_half = [](Value *number) {
    const APInt *constant;
    return match(number, m_APInt(constant))
               ? constant->isIntN(kWide)
               : match(number, m_And(m_Value(), m_SpecificInt(UINT32_MAX))) ||
                     (match(number, m_ZExt(m_Value())) && cast<ZExtInst>(number)->getSrcTy()->isIntegerTy(kWide));
  };
  const auto gives_upper_half = [](User *user) {
    return match(user, m_LShr(m_Value(), m_SpecificInt(kWide))) && all_of(user->users(), [](User *taken) {
             return isa<TruncInst>(taken) || cast<Instruction>(taken)->isBitwiseLogicOp();
           });
  };
  const auto is_product = [&](const Value *value) {
    auto *product = dyn_cast<Instruction>(value);
    return product && product->getOpcode() == Instruction::Mul && product->getType()->isIntegerTy(2 * kWide) &&
           all_of(product->operands(), is_half);
  };
  // Clang joins the halves of two products in 64 bits: (uint)((a >> 32) ^ b).
  for (Instruction &each : make_early_inc_range(instructions(function))) {
    Value *joined = nullptr, *of_upper = nullptr;
    if (!each.getType()->isIntegerTy(kWide) || !match(&each, m_Trunc(m_OneUse(m_Value(joined))))) continue;
    auto *logic = dyn_cast<BinaryOperator>(joined);
    if (!logic || !logic->isBitwiseLogicOp() || none_of(logic->operands(), [&](Value *half) {
          return is_product(half) ||
                 (match(half, m_LShr(m_Value(of_upper), m_SpecificInt(kWide))) && is_product(of_upper));
        }))
      continue;
    IRBuilder<> builder(logic);
    auto narrow = [&](unsigned k) { return builder.CreateTrunc(logic->getOperand(k), each.getType()); };
    each.replaceAllUsesWith(builder.CreateBinOp(logic->getOpcode(), narrow(0), narrow(1)));
    each.eraseFromParent();
    logic->eraseFromParent();
  }
  SmallVector<Instruction *> products;
  for (Instruction &each : instructions(function))
    if (is_product(&each) && any_of(each.users(), gives_upper_half)) products.push_back(&each);
  for (Instruction *product : products) {
    Value *lower = nullptr;
    for (User *user : make_early_inc_range(product->users())) {
      auto *half = dyn_cast<TruncInst>(user);
      if (!half || !half->getType()->isIntegerTy(kWide)) continue;
      if (!lower) {
        IRBuilder<> builder(product);
        auto narrow = [&](unsigned k) { return builder.CreateTrunc(product->getOperand(k), half->getType()); };
        lower = builder.CreateMul(narrow(0), narrow(1));
      }
      half->replaceAllUsesWith(lower);
      half->eraseFromParent();
    }
  }
}

bool NarrowIntegersPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  narrow_lower_halves(*kernel.group);
  Narrower(*kernel.group).run();
  return true;
}

}  // namespace wherry::compiler
