// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Accesses a constant distance apart for each work-item.
struct Cluster {
  LinearOfIds first;
  Span span;
  bool stores;
};

class IndependentIds final : public Reshaping {
 public:
  explicit IndependentIds(Function &group) : addresses_(group) {}

  bool find() override {
    return addresses_.for_stored([&](const Accesses &accesses) { return find_clusters(accesses); }, needs_apart_);
  }

  void emit(LaunchShape &shape) override;
  void apply() override { addresses_.widen_bounded(); }
  bool needs_apart() const override { return needs_apart_; }

 private:
  bool find_clusters(const Accesses &accesses);
  void require_strides(const Cluster &cluster, LaunchShape &shape);
  ByteRange range_of(const Cluster &cluster, const SCEV *from, LaunchShape &shape);
  ScalarEvolution &scev() { return addresses_.scev(); }

  AddressExpressions addresses_;
  SmallVector<SmallVector<Cluster, 1>, 4> arguments_;  // that the kernel stores to
  bool needs_apart_ = false;
};

bool IndependentIds::find_clusters(const Accesses &accesses) {
  auto &clusters = arguments_.emplace_back();
  for (Instruction *access : accesses.list) {
    const auto address = addresses_.linear_of_ids(addresses_.offset_of(*access));
    if (!address || address->factors[2] != scev().getZero(address->rest->getType())) return false;
    const bool stores = isa<StoreInst>(access);
    auto belongs = [&](Cluster &cluster) {
      return equal(address->factors, cluster.first.factors) &&
             cluster.span.add(*scev().getMinusSCEV(address->rest, cluster.first.rest), *access);
    };
    if (auto found = find_if(clusters, belongs); found != clusters.end()) {
      found->stores |= stores;
    } else {
      clusters.push_back({*address, {}, stores});
      clusters.back().span.add(*scev().getZero(address->rest->getType()), *access);
    }
  }
  return clusters.size() <= cost::kMostRanges;
}

// Asks that one dimension's strides lie between two of the other one's, and that no two work-items' accesses overlap.
void IndependentIds::require_strides(const Cluster &cluster, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *bytes[2], *least = builder.getInt64(cluster.span.bytes());
  for (unsigned k = 0; k < 2; ++k) bytes[k] = addresses_.launch_distance(cluster.first.factors[k], shape);
  auto lies_in = [&](unsigned inner) {
    Value *all = builder.CreateMul(bytes[inner], builder.CreateSub(shape.size(inner), builder.getInt64(1)));
    return builder.CreateAnd(builder.CreateICmpUGE(bytes[inner], least),
                             builder.CreateICmpUGE(bytes[1 - inner], builder.CreateAdd(all, least)));
  };
  shape.require(builder.CreateOr(lies_in(0), lies_in(1)));
}

// All work-items' accesses, from the address `from`.
ByteRange IndependentIds::range_of(const Cluster &cluster, const SCEV *from, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  ByteRange range(cluster.span, shape);
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
  range.add(addresses_.launch_offset(scev().getMinusSCEV(cluster.first.rest, from), shape), one, one);
  for (unsigned k = 0; k < 2; ++k)
    range.add(addresses_.launch_offset(cluster.first.factors[k], shape), zero, builder.CreateSub(shape.size(k), one));
  return range;
}

void IndependentIds::emit(LaunchShape &shape) {
  for (unsigned dimension = 0; dimension < 2; ++dimension)
    shape.require_within(shape.size(dimension), 1, kMostLaunchFactor);
  for (const auto &clusters : arguments_)
    for (const Cluster &cluster : clusters) {
      if (!cluster.stores) continue;
      require_strides(cluster, shape);
      const SCEV *from = cluster.first.rest;
      for (const Cluster &other : clusters)
        if (&other != &cluster)
          shape.require(range_of(cluster, from, shape).is_apart_from(range_of(other, from, shape)));
    }
  addresses_.require_bounds(shape);
}

}  // namespace

std::unique_ptr<Reshaping> independent_ids(Function &group) { return std::make_unique<IndependentIds>(group); }

}  // namespace wherry::compiler
