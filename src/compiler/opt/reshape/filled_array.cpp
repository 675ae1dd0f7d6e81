// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/filled_array.h"

#include "compiler/ir/conditions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr uint64_t kNoEnd = UINT64_MAX;

// Elements, from one to another, along each coordinate that fills do not have in common.
using Box = SmallVector<std::pair<uint64_t, uint64_t>, 3>;

// Adds what a box has outside of another one.
void add_outside(Box box, const Box &other, SmallVectorImpl<Box> &outside) {
  for (size_t k = 0; k < box.size(); ++k)
    if (box[k].second < other[k].first || other[k].second < box[k].first) return outside.push_back(box);
  for (size_t k = 0; k < box.size(); ++k) {
    if (box[k].first < other[k].first) {
      outside.push_back(box);
      outside.back()[k].second = other[k].first - 1;
      box[k].first = other[k].first;
    }
    if (box[k].second > other[k].second) {
      outside.push_back(box);
      outside.back()[k].first = other[k].second + 1;
      box[k].second = other[k].second;
    }
  }
}

using Condition = std::pair<Value *, bool>;  // and whether it holds

// Whether `is_same` accepts a known condition, or a part that is known with the whole: a and b where `a && b` holds,
// also parts of parts.
bool implies(const Condition &known, function_ref<bool(const Condition &)> is_same) {
  Value *left, *right;
  if (is_same(known)) return true;
  return is_joined(known.first, known.second, left, right) &&
         (implies({left, known.second}, is_same) || implies({right, known.second}, is_same));
}

// Whether work-items that come to a place have passed a branch on such a condition.
bool is_known_at(const Instruction &place, const DominatorTree &dominators,
                 function_ref<bool(const Condition &)> is_same) {
  for (const DomTreeNode *node = dominators.getNode(place.getParent()); node->getIDom(); node = node->getIDom()) {
    const BasicBlock *block = node->getBlock(), *before = block->getSinglePredecessor();
    auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1) &&
        implies({branch->getCondition(), branch->getSuccessor(0) == block}, is_same))
      return true;
  }
  return false;
}

}  // namespace

bool FilledArray::add(ArrayRef<const Fill *> fills) {
  fills_.assign(fills.begin(), fills.end());
  number_type_ = Type::getInt64Ty(fills[0]->store->getContext());
  general_ =
      *max_element(fills, [](const Fill *a, const Fill *b) { return a->coordinates.size() < b->coordinates.size(); });
  if (!add_extents() || !fix_sizes() || !keeps_to_rows()) return false;
  return all_of(fills_, [&](const Fill *fill) { return fill == general_ || is_same_source(*fill); });
}

bool FilledArray::add_extents() {
  for (const Fill *fill : fills_) {
    if (fills_.size() > 1 && (fill->loop || fill->source->getType() != general_->source->getType())) return false;
    int64_t rest = fill->first;
    size_t found = 0;
    auto &extents = extents_.emplace_back();
    for (const Coordinate &axis : general_->coordinates) {
      if (rest < 0) return false;
      const auto first = uint64_t(rest / axis.factor);
      rest %= axis.factor;
      const auto *coordinate =
          find_if(fill->coordinates, [&](const Coordinate &each) { return each.factor == axis.factor; });
      if (coordinate == fill->coordinates.end()) {
        extents.push_back({first, first + 1, {}, first});
        continue;
      }
      ++found;
      if (coordinate->dimension) {
        const IdRange &ids = fill->of_items[*coordinate->dimension];
        extents.push_back({first + ids.begin, ids.end ? std::optional(first + *ids.end) : std::nullopt,
                           coordinate->dimension, first});
      } else {
        const bool known = !coordinate->end_value;
        extents.push_back(
            {first, known ? std::optional(first + coordinate->end) : std::nullopt, {}, first, coordinate->end_value});
      }
    }
    if (rest != 0 || found != fill->coordinates.size()) return false;
  }
  return true;
}

// Where one fill's elements end at another one's, the local size is known.
bool FilledArray::fix_sizes() {
  for (size_t axis = 0; axis < general_->coordinates.size(); ++axis)
    for (auto &extents : extents_) {
      Extent &each = extents[axis];
      if (each.end || each.count) continue;
      std::optional<uint64_t> next;
      for (const auto &others : extents_)
        if (others[axis].begin > each.begin && (!next || others[axis].begin < *next)) next = others[axis].begin;
      if (!next) continue;
      if (!bounds_.require_size(*each.dimension, *next - each.first)) return false;
    }
  for (auto &extents : extents_)
    for (Extent &each : extents)
      if (const auto size = each.end || each.count ? std::nullopt : bounds_.size_of(*each.dimension))
        each.end = each.first + *size;
  return true;
}

// Whether each element has one number along each coordinate: 18 in row 0 is not 0 in row 1. Else a later store may
// replace what an earlier one has filled.
bool FilledArray::keeps_to_rows() {
  const auto &coordinates = general_->coordinates;
  for (size_t axis = 1; axis < coordinates.size(); ++axis)
    for (const auto &extents : extents_) {
      const Extent &each = extents[axis];
      if (each.count) return false;
      const auto size = uint64_t(coordinates[axis - 1].factor / coordinates[axis].factor);
      ItemBound last = each.end ? ItemBound{*each.end - 1} : ItemBound::of_size(*each.dimension);
      if (!each.end) last.number = each.first;
      if (!bounds_.require_below(last, size)) return false;
    }
  return true;
}

const SCEV *FilledArray::call_of(Intrinsic id, unsigned dimension) {
  const auto call = calls_.find({id, dimension});
  return call == calls_.end() ? nullptr : scev().getUnknown(call->second);
}

const SmallVector<Extent, 3> &FilledArray::extents_of(const Fill &fill) const {
  return extents_[size_t(find(fills_, &fill) - fills_.begin())];
}

// Whether an operation that scalar evolution does not know, as a division, hangs on one of the ids that differ.
static bool hangs_on(const Instruction &operation, ArrayRef<const SCEV *> ids) {
  SmallSetVector<const Instruction *, 16> operations;
  operations.insert(&operation);
  for (unsigned k = 0; k < operations.size(); ++k) {
    const Instruction &each = *operations[k];
    for (Intrinsic id : {Intrinsic::__wherry_local_id, Intrinsic::__wherry_global_id})
      if (const auto dimension = dimension_of(&each, id); dimension && ids[*dimension]) return true;
    if (isa<PHINode, LoadInst>(each) || is_first_of_group(each)) continue;
    for (const Value *operand : each.operands())
      if (auto *computed = dyn_cast<Instruction>(operand)) operations.insert(computed);
  }
  return false;
}

// A number as a work-item computes it. All else in it than ids is the same for the group.
const SCEV *FilledArray::computed_by(const Item &item, const SCEV *value) {
  if (SCEVExprContains(value, [&](const SCEV *part) {
        auto *leaf = dyn_cast<SCEVUnknown>(part);
        auto *operation = leaf ? dyn_cast<Instruction>(leaf->getValue()) : nullptr;
        return operation && intrinsic_of(*operation) == Intrinsic::none && hangs_on(*operation, item.ids);
      }))
    return scev().getCouldNotCompute();
  ValueToSCEVMapTy other;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    const SCEV *own = call_of(Intrinsic::__wherry_local_id, dimension);
    const SCEV *global = call_of(Intrinsic::__wherry_global_id, dimension);
    const SCEV *id = item.ids[dimension] ? item.ids[dimension] : own;
    if (own) other[cast<SCEVUnknown>(own)->getValue()] = id;
    const auto size = item.group_sizes[dimension];
    if (!global || (!size && !item.ids[dimension])) continue;
    if (!id || (!size && !own)) return scev().getCouldNotCompute();
    const SCEV *first = size ? scev().getMulExpr(number(*size), call_of(Intrinsic::__wherry_group_id, dimension))
                             : scev().getMinusSCEV(global, own);
    other[cast<SCEVUnknown>(global)->getValue()] = scev().getAddExpr(id, first);
  }
  return SCEVParameterRewriter::rewrite(value, scev(), other);
}

// Whether a number that a work-item computes is the other one that the loading work-item computes.
bool FilledArray::is_same(const Item &item, const Value *of_item, const Value *own) {
  if (of_item->getType() != own->getType() || !own->getType()->isIntegerTy()) return false;
  const SCEV *other = computed_by(item, scev().getSCEV(const_cast<Value *>(of_item)));
  const SCEV *mine = computed_by({{}, item.group_sizes}, scev().getSCEV(const_cast<Value *>(own)));
  return !isa<SCEVCouldNotCompute>(other) && !isa<SCEVCouldNotCompute>(mine) &&
         distributed(scev().getMinusSCEV(other, mine), scev())->isZero();
}

// The address of a fill's source as a work-item computes it.
const SCEV *FilledArray::source_of(const Item &item, const Fill &fill) {
  const SCEV *offset = without_extensions(addresses_.offset_of(*fill.source), scev(), fill.of_items,
                                          [&](const Loop &, const PHINode &phi) { return fill.counts_to_value(phi); });
  offset = computed_by(item, offset);
  if (isa<SCEVCouldNotCompute>(offset)) return offset;
  return scev().getAddExpr(offset, scev().getPointerBase(scev().getSCEV(fill.source->getPointerOperand())));
}

// Whether a fill's source is that of general() for the same elements.
bool FilledArray::is_same_source(const Fill &fill) {
  Element element;
  for (const Extent &extent : extents_of(fill)) {
    const SCEV *id = number(0);
    if (extent.dimension) {
      const IdRange &ids = fill.of_items[*extent.dimension];
      id = ids.is_one() ? number(ids.begin) : call_of(Intrinsic::__wherry_local_id, *extent.dimension);
    }
    if (!id) return false;
    element.push_back(scev().getAddExpr(id, number(extent.first)));
  }
  Item item;
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    if (fill.of_items[dimension].is_one()) item.ids[dimension] = number(fill.of_items[dimension].begin);
  const SCEV *source = source_of(element);
  if (isa<SCEVCouldNotCompute>(source)) return false;
  const SCEV *distance = scev().getMinusSCEV(source, source_of(item, fill));
  return !isa<SCEVCouldNotCompute>(distance) && distributed(distance, scev())->isZero();
}

const SCEV *FilledArray::source_of(const Element &element) {
  Item item;
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    if (general_->of_items[dimension].is_one()) item.ids[dimension] = number(general_->of_items[dimension].begin);
  const Element coordinates = coordinates_of(element);
  for (const auto &[axis, coordinate] : enumerate(general_->coordinates))
    item.ids[*coordinate.dimension] = coordinates[axis];
  return source_of(item, *general_);
}

std::optional<Element> FilledArray::element_at(const SCEV *offset) {
  Element element(general_->coordinates.size(), number(0));
  Terms terms;
  bounds_.add_terms(offset, 1, terms);
  int64_t rest = 0;
  auto add = [&](size_t axis, const SCEV *term, int64_t times) {
    element[axis] = scev().getAddExpr(element[axis], scev().getMulExpr(number(uint64_t(times)), term));
  };
  for (auto [term, factor] : terms) {
    if (term->isOne()) {
      rest += factor;
      continue;
    }
    const auto *into = find_if(general_->coordinates, [&](const auto &each) { return factor % each.factor == 0; });
    if (into == general_->coordinates.end()) return {};
    add(size_t(into - general_->coordinates.begin()), term, factor / into->factor);
  }
  for (const auto &[axis, coordinate] : enumerate(general_->coordinates)) {
    if (rest < 0) return {};
    add(axis, number(1), rest / coordinate.factor);
    rest %= coordinate.factor;
  }
  return rest == 0 ? std::optional(element) : std::nullopt;
}

Element FilledArray::coordinates_of(const Element &element) {
  Element coordinates;
  for (const auto &[each, extent] : zip(element, extents_of(*general_)))
    coordinates.push_back(scev().getMinusSCEV(each, number(extent.first)));
  return coordinates;
}

bool FilledArray::is_filled(const Element &element, const LoadInst &load) {
  Box whole;
  SmallVector<size_t, 3> axes;
  for (size_t axis = 0; axis < element.size(); ++axis) {
    const Extent &first = extents_[0][axis];
    if (any_of(extents_, [&](const auto &each) { return each[axis] != first; })) {
      const auto range = range_of(*element[axis], axis, load);
      if (!range) return false;
      whole.push_back(*range);
      axes.push_back(axis);
      continue;
    }
    const SCEV *distance = scev().getMinusSCEV(element[axis], number(first.begin));
    if (first.count) {
      if (!bounds_.counts_to(*distance, *first.count, load)) return false;
      continue;
    }
    auto most = bounds_.most_of(distance, load);
    if (!most) return false;
    most->number += first.begin - first.first;
    if (!(first.end ? bounds_.require_below(*most, *first.end - first.first)
                    : bounds_.require_below_size(*most, *first.dimension)))
      return false;
  }
  SmallVector<Box, 4> missing{whole};
  for (const auto &[fill, extents] : zip(fills_, extents_)) {
    if (!stores_itself(*fill, element, load) && !is_known_to_store(*fill, element, load)) continue;
    Box filled;
    for (size_t axis : axes) filled.emplace_back(extents[axis].begin, extents[axis].end.value_or(kNoEnd) - 1);
    SmallVector<Box, 4> outside;
    for (const Box &each : missing) add_outside(each, filled, outside);
    missing = std::move(outside);
  }
  return missing.empty();
}

// The least and the most that an element's number is.
std::optional<std::pair<uint64_t, uint64_t>> FilledArray::range_of(const SCEV &element, size_t axis,
                                                                   const LoadInst &load) {
  Terms terms;
  bounds_.add_terms(&element, 1, terms);
  int64_t least = 0;
  for (auto [term, factor] : terms) least += term->isOne() ? factor : 0;
  auto most = least < 0 ? std::nullopt : bounds_.most_of(scev().getMinusSCEV(&element, number(uint64_t(least))), load);
  if (!most) return {};
  most->number += uint64_t(least);
  uint64_t end = 0;
  bool has_end = true;
  for (const auto &extents : extents_) {
    const Extent &each = extents[axis];
    end = std::max(end, each.end.value_or(0));
    if (each.end) continue;
    has_end = false;
    ItemBound behind = *most;
    behind.number -= std::min(behind.number, each.first);
    if (!bounds_.require_below_size(behind, *each.dimension)) return {};
  }
  if (const auto known = bounds_.known(*most)) return std::pair(uint64_t(least), *known);
  if (!has_end) return std::pair(uint64_t(least), kNoEnd - 1);
  if (!bounds_.require_below(*most, end)) return {};
  return std::pair(uint64_t(least), end - 1);
}

// Whether a work-item that loads an element from a fill has stored it itself, by what it has passed.
bool FilledArray::stores_itself(const Fill &fill, const Element &element, const LoadInst &load) {
  if (fill.conditions.empty()) return true;
  if (fill.loop) return false;
  const auto &extents = extents_of(fill);
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    if (!fill.used[dimension]) continue;
    const SCEV *own = call_of(Intrinsic::__wherry_local_id, dimension);
    const bool is_own = any_of(zip(element, extents), [&](const auto &pair) {
      const auto &[each, extent] = pair;
      const bool tells = extent.dimension ? extent.dimension == dimension : fill.of_items[dimension].is_one();
      const uint64_t first = extent.first - (extent.dimension ? 0 : fill.of_items[dimension].begin);
      return tells && scev().getMinusSCEV(each, number(first)) == own;
    });
    if (!is_own) return false;
  }
  return has_passed({}, fill, load);
}

// Whether work-items that load have passed conditions that are a fill's ones as a work-item computes them.
bool FilledArray::has_passed(const Item &item, const Fill &fill, const LoadInst &load) {
  return all_of(fill.conditions, [&](const Condition &condition) {
    return is_known_at(load, addresses_.dominators(), [&](const Condition &known) {
      if (known == condition && item.ids == Item().ids) return true;
      auto *one = dyn_cast<ICmpInst>(condition.first), *other = dyn_cast<ICmpInst>(known.first);
      return one && other && one->getPredicate() == other->getPredicate() && known.second == condition.second &&
             is_same(item, one->getOperand(0), other->getOperand(0)) &&
             is_same(item, one->getOperand(1), other->getOperand(1));
    });
  });
}

// Whether a work-item that loads an element has passed what the one that stores it passes: in a transposition, whether
// the place in the other picture is one.
bool FilledArray::is_known_to_store(const Fill &fill, const Element &element, const LoadInst &load) {
  if (fill.loop || !fill.conditions_from_ids) return false;
  Item item{{}, group_sizes()};
  for (const auto &[each, extent] : zip(element, extents_of(fill)))
    if (extent.dimension) item.ids[*extent.dimension] = scev().getMinusSCEV(each, number(extent.first));
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    if (fill.of_items[dimension].is_one()) item.ids[dimension] = number(fill.of_items[dimension].begin);
  if (!has_passed(item, fill, load)) return false;
  bool sizes_hold = true;
  for (const auto &[dimension, size] : enumerate(item.group_sizes))
    if (size) sizes_hold &= bounds_.require_size(unsigned(dimension), *size);
  return sizes_hold;
}

// The sizes of work-groups, taken to be the numbers by which group ids are multiplied.
std::array<std::optional<uint64_t>, 3> FilledArray::group_sizes() const {
  std::array<std::optional<uint64_t>, 3> sizes{};
  for (const auto &[id, call] : calls_) {
    if (id.first != Intrinsic::__wherry_group_id) continue;
    SmallVector<Value *, 4> converted{call};
    for (unsigned k = 0; k < converted.size(); ++k)
      for (User *user : converted[k]->users()) {
        const APInt *factor;
        if (isa<TruncInst, SExtInst, ZExtInst>(user))
          converted.push_back(user);
        else if (match(user, m_Mul(m_Specific(converted[k]), m_APInt(factor))))
          sizes[id.second] = factor->getLimitedValue();
        else if (match(user, m_Shl(m_Specific(converted[k]), m_APInt(factor))))
          sizes[id.second] = uint64_t{1} << factor->getLimitedValue(63);
      }
  }
  return sizes;
}

}  // namespace wherry::compiler
