// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/reshaping.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// An address: ids of dimensions 0 and 1 by launch values, and the rest.
struct Linear {
  const SCEV *factors[2], *rest;
};

class IndependentIds final : public Reshaping {
 public:
  explicit IndependentIds(Function &group) : addresses_(group) {}

  bool find() override {
    return addresses_.for_stored([&](const Accesses &accesses) { return find_strides(accesses); }, needs_apart_);
  }

  void emit(LaunchShape &shape) override;
  void apply() override {}
  bool needs_apart() const override { return needs_apart_; }

 private:
  std::optional<Linear> linear(const SCEV *value);
  bool find_strides(const Accesses &accesses);
  ScalarEvolution &scev() { return addresses_.scev(); }

  AddressExpressions addresses_;
  struct Strides {
    const SCEV *bytes[2];
    uint64_t least;  // bytes that no other work-item may access
  };
  SmallVector<Strides, 4> strides_;  // of arguments that the kernel stores to
  bool needs_apart_ = false;
};

std::optional<Linear> IndependentIds::linear(const SCEV *value) {
  const SCEV *zero = scev().getZero(value->getType()), *one = scev().getOne(value->getType());
  if (auto *unknown = dyn_cast<SCEVUnknown>(value)) {
    const auto id = id_use_of(unknown->getValue(), Intrinsic::__wherry_global_id);
    if (id && id->dimension == 0) return Linear{{one, zero}, zero};
    if (id && id->dimension == 1) return Linear{{zero, one}, zero};
  }
  if (auto *sum = dyn_cast<SCEVAddExpr>(value)) {
    Linear all{{zero, zero}, zero};
    for (const SCEV *operand : sum->operands()) {
      const auto part = linear(operand);
      if (!part) return {};
      for (unsigned k = 0; k < 2; ++k) all.factors[k] = scev().getAddExpr(all.factors[k], part->factors[k]);
      all.rest = scev().getAddExpr(all.rest, part->rest);
    }
    return all;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(value)) {
    const SCEV *factor = one;
    std::optional<Linear> other;
    for (const SCEV *operand : product->operands()) {
      if (addresses_.is_launch_expression(operand)) {
        factor = scev().getMulExpr(factor, operand);
        continue;
      }
      if (other) return {};
      other = linear(operand);
      if (!other) return {};
    }
    if (!other) return Linear{{zero, zero}, value};
    for (const SCEV *&each : other->factors) each = scev().getMulExpr(each, factor);
    other->rest = scev().getMulExpr(other->rest, factor);
    return other;
  }
  if (addresses_.is_launch_expression(value)) return Linear{{zero, zero}, value};
  return {};
}

bool IndependentIds::find_strides(const Accesses &accesses) {
  std::optional<Linear> first;
  Span span;
  for (Instruction *access : accesses.list) {
    const auto address = linear(addresses_.offset_of(*access));
    if (!address) return false;
    if (!first) first = address;
    if (address->factors[0] != first->factors[0] || address->factors[1] != first->factors[1] ||
        !span.add(*scev().getMinusSCEV(address->rest, first->rest), *access))
      return false;
  }
  strides_.push_back({{first->factors[0], first->factors[1]}, span.bytes()});
  return true;
}

void IndependentIds::emit(LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  for (unsigned dimension = 0; dimension < 2; ++dimension)
    shape.require_within(shape.size(dimension), 1, kMostLaunchFactor);
  for (const Strides &strides : strides_) {
    Value *bytes[2], *least = builder.getInt64(strides.least);
    for (unsigned k = 0; k < 2; ++k) bytes[k] = addresses_.launch_distance(strides.bytes[k], shape);
    // One dimension's strides lie between two of the other one's.
    auto lies_in = [&](unsigned inner) {
      Value *all = builder.CreateMul(bytes[inner], builder.CreateSub(shape.size(inner), builder.getInt64(1)));
      return builder.CreateAnd(builder.CreateICmpUGE(bytes[inner], least),
                               builder.CreateICmpUGE(bytes[1 - inner], builder.CreateAdd(all, least)));
    };
    shape.require(builder.CreateOr(lies_in(0), lies_in(1)));
  }
  addresses_.require_bounds(shape);
}

}  // namespace

std::unique_ptr<Reshaping> independent_ids(Function &group) { return std::make_unique<IndependentIds>(group); }

}  // namespace wherry::compiler
