// SPDX-License-Identifier: Apache-2.0
// Accesses to the members of small structures and vectors: one for all members instead of one for each.
#include "compiler/analysis/address_space_aliases.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// A "part" is a vector as it stands in memory: some members of some lanes. Parts are transposed to members by shuffles
// of two registers into one. A shuffle of many registers would be left to LLVM's code generator to split: that was half
// of some builds, and ended with more instructions.

Value *every_second(IRBuilderBase &builder, Value *first, Value *second, unsigned start, unsigned width) {
  return builder.CreateShuffleVector(first, second, createStrideMask(start, 2, width));
}

// Each member's vector, of contiguous parts, whose number is a power of two.
SmallVector<Value *> members_of_parts(IRBuilderBase &builder, ArrayRef<Value *> parts, unsigned width) {
  if (parts.size() == 1) return {parts[0]};
  SmallVector<Value *> halves[2], members(parts.size());
  for (unsigned k : {0u, 1u}) {
    for (size_t j = 0; j < parts.size(); j += 2)
      halves[k].push_back(every_second(builder, parts[j], parts[j + 1], k, width));
    for (auto [index, member] : enumerate(members_of_parts(builder, halves[k], width))) members[2 * index + k] = member;
  }
  return members;
}

// Contiguous parts, of each member's vector.
SmallVector<Value *> parts_of_members(IRBuilderBase &builder, ArrayRef<Value *> members, unsigned width) {
  if (members.size() == 1) return {members[0]};
  SmallVector<Value *> halves[2], parts;
  for (auto [index, member] : enumerate(members)) halves[index % 2].push_back(member);
  const auto even = parts_of_members(builder, halves[0], width), odd = parts_of_members(builder, halves[1], width);
  const auto mask = createInterleaveMask(width, 2);
  for (auto [first, second] : zip_equal(even, odd)) {
    parts.push_back(builder.CreateShuffleVector(first, second, ArrayRef(mask).take_front(width)));
    parts.push_back(builder.CreateShuffleVector(first, second, ArrayRef(mask).drop_front(width)));
  }
  return parts;
}

// Each member's vector, of vectors of all members of one lane each: 2 or 4 members, at most a block of a register. The
// first part takes the first lanes of every block, and so on: all further shuffles stay within blocks.
SmallVector<Value *> members_of_lanes(IRBuilderBase &builder, ArrayRef<Value *> lanes, unsigned elements) {
  const unsigned count = cast<FixedVectorType>(lanes[0]->getType())->getNumElements(), width = lanes.size();
  const unsigned together = elements / count;
  SmallVector<Value *> parts;
  for (unsigned part = 0; part < count; ++part) {
    SmallVector<Value *> some;
    for (unsigned block = 0; block < width; block += elements)
      append_range(some, lanes.slice(block + part * together, together));
    parts.push_back(concatenateVectors(builder, some));
  }
  auto shuffle = [&](Value *first, Value *second, auto place) {
    SmallVector<int> mask;
    for (unsigned k = 0; k < width; ++k) mask.push_back(int(k / elements * elements + place(k % elements)));
    return builder.CreateShuffleVector(first, second, mask);
  };
  if (count == 2) {
    SmallVector<Value *> members;
    for (unsigned k : {0u, 1u})
      members.push_back(shuffle(parts[0], parts[1], [&](unsigned place) {
        return (place < together ? 0 : width) + place % together * 2 + k;
      }));
    return members;
  }
  // One lane of each register: a transposition of 4 by 4.
  Value *halves[2][2], *members[4];
  for (unsigned pair : {0u, 1u})
    for (unsigned high : {0u, 1u})
      halves[pair][high] = shuffle(parts[2 * pair], parts[2 * pair + 1],
                                   [&](unsigned place) { return (place % 2 ? width : 0) + place / 2 + 2 * high; });
  for (unsigned k = 0; k < 4; ++k)
    members[k] = shuffle(halves[0][k / 2], halves[1][k / 2],
                         [&](unsigned place) { return (place < 2 ? 0 : width) + place % 2 + 2 * (k % 2); });
  return SmallVector<Value *>(std::begin(members), std::end(members));
}

// An address as a pointer, an index that is not constant, and bytes: a[i], a[i + 1] and a[i | 1], with an `i` whose
// lowest bit is 0, differ in the bytes alone.
struct Place {
  Place(const Value &address, const DataLayout &layout, const LaneStrides &strides) : pointer(&address) {
    auto *step = dyn_cast<GetElementPtrInst>(&address);
    if (!step || step->getNumIndices() != 1 || !step->getOperand(1)->getType()->isIntegerTy(64)) return;
    pointer = step->getPointerOperand();
    index = step->getOperand(1);
    size = layout.getTypeAllocSize(step->getSourceElementType());
    for (unsigned steps = 0; steps < cost::kMostSteps; ++steps) take_from_index(strides);
  }
  bool differs_in_bytes(const Place &other) const {
    return pointer == other.pointer && index == other.index && extension == other.extension && size == other.size;
  }

  const Value *pointer, *index = nullptr;
  unsigned extension = 0;  // zext or sext, of the index
  uint64_t size = 0;       // bytes by which the index is scaled
  int64_t bytes = 0;

 private:
  void take_from_index(const LaneStrides &strides) {
    using namespace PatternMatch;
    const Value *rest;
    const APInt *constant;
    const bool exact = extension && match(index, m_Add(m_Value(rest), m_APInt(constant))) &&
                       strides.is_exact(*index, extension == Instruction::SExt);
    const bool apart =
        exact || (extension == Instruction::ZExt   ? match(index, m_NUWAddLike(m_Value(rest), m_APInt(constant)))
                  : extension == Instruction::SExt ? match(index, m_NSWAddLike(m_Value(rest), m_APInt(constant)))
                                                   : match(index, m_AddLike(m_Value(rest), m_APInt(constant))));
    if (apart && constant->isSignedIntN(31) && (extension != Instruction::ZExt || constant->isNonNegative())) {
      bytes += constant->getSExtValue() * int64_t(size);
      index = rest;
    } else if (!extension && isa<ZExtInst, SExtInst>(index)) {
      extension = cast<CastInst>(index)->getOpcode();
      index = cast<CastInst>(index)->getOperand(0);
    }
  }
};

}  // namespace

// Whether members may stand in one group: as numbers of one size, whether integers or floats.
static bool are_alike(Type &one, Type &other) {
  const unsigned bits = one.getPrimitiveSizeInBits().getFixedValue();
  return &one == &other || (bits && !one.isVectorTy() && !other.isVectorTy() && other.getPrimitiveSizeInBits() == bits);
}

// Whether the type has padding bits in memory.
static bool has_gap(Type &type, const DataLayout &layout) {
  return type.isIntegerTy(1) || layout.getTypeAllocSize(&type) != layout.getTypeStoreSize(&type) ||
         layout.getTypeSizeInBits(&type) != 8 * layout.getTypeStoreSize(&type);
}

// Accesses by their offsets from a base.
using MembersAt = SmallMapVector<int64_t, SmallVector<Instruction *, 1>, 8>;

// Runs of offsets that are `size` apart, upwards, of at most `most` each.
static SmallVector<SmallVector<int64_t>> runs_of_neighbours(const MembersAt &at, int64_t size, unsigned most) {
  SmallVector<int64_t> offsets;
  for (const auto &[offset, members] : at) offsets.push_back(offset);
  llvm::sort(offsets);
  SmallVector<SmallVector<int64_t>> runs;
  for (int64_t offset : offsets) {
    if (runs.empty() || offset != runs.back().back() + size || runs.back().size() == most) runs.emplace_back();
    runs.back().push_back(offset);
  }
  return runs;
}

// The access groups of a block: loads, or stores, of one size at neighbouring addresses, with nothing between them that
// may read or write the same memory.
void VectorBody::find_groups(BasicBlock &block) {
  struct Open {
    AccessGroup group;
    Place place;  // the base's place
    MembersAt at;
  };
  SmallVector<Open, 0> open;
  auto close = [&](Open &one) {
    const uint64_t size = layout_.getTypeStoreSize(one.group.type);
    const auto stride = strides_.of(one.group.base).stride();
    // All of a lane's elements, if the next lane's follow.
    const uint64_t elements_of_lane = stride && *stride % int64_t(size) == 0 ? uint64_t(*stride) / size : 0;
    const bool contiguous = elements_of_lane <= cost::kMostContiguousMembers && elements_of_lane == one.at.size();
    for (const auto &run :
         runs_of_neighbours(one.at, int64_t(size), contiguous ? elements_of_lane : cost::kMostMembers)) {
      // If members of neighbouring lanes overlap, a contiguous access for each member is better.
      if (run.size() < 2 || (stride && uint64_t(std::abs(*stride)) < run.size() * size)) continue;
      AccessGroup group = one.group;
      group.offset = run.front();
      for (int64_t offset : run) group.members.push_back(one.at[offset]);
      groups_.push_back(group);
      for (auto &members : group.members)
        for (Instruction *member : members) group_of_[member] = groups_.size() - 1;
    }
  };
  auto close_if = [&](auto which) {
    for (Open &one : open)
      if (which(one)) close(one);
    erase_if(open, which);
  };
  for (Instruction &instruction : block) {
    if (!instruction.mayReadOrWriteMemory()) continue;
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    Value *pointer = getLoadStorePointerOperand(&instruction);
    Type *type = load ? load->getType() : store ? store->getValueOperand()->getType() : nullptr;
    // Accesses to interleaved variables are not grouped, and conflict with no group.
    if (const LaneVariable *own = pointer ? strides_.variable(pointer) : nullptr; own && own->interleaved) continue;
    const bool simple = (load && load->isSimple()) || (store && store->isSimple());
    const bool constant = load && is_constant(getUnderlyingObject(pointer));  // constant memory is never stored to
    auto may_meet = [&](const Open &one) { return !constant && !never_overlap(*one.group.base, *pointer); };
    // Simple loads do not end groups of loads, simple stores not groups of stores, and neither groups elsewhere; all
    // else does.
    if (load && simple)
      close_if([&](const Open &one) { return one.group.stores && may_meet(one); });
    else
      close_if([&](const Open &one) { return !simple || (!one.group.stores && may_meet(one)); });
    // Stores elsewhere may be to the same place.
    auto close_stores = [&] {
      if (store && simple) close_if([&](const Open &one) { return one.group.stores && may_meet(one); });
    };
    if (!simple || has_gap(*type, layout_) || strides_.uniform(pointer) || strides_.variable(pointer)) {
      close_stores();
      continue;
    }
    APInt offset(64, 0);
    Value *base = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
    // Registers hold a table's members apart.
    if (load && register_table(*load)) continue;
    // An access that its base's checks make contiguous is no member: it has these checks itself.
    const bool checked = !strides_.of(base).checks().empty() && contiguous_stride(base, type);
    if (checked || strides_.uniform(base)) {
      close_stores();
      continue;
    }
    const Place place(*base, layout_, strides_);
    const int64_t from_place = place.bytes + offset.getSExtValue();
    auto fits = [&](const Open &one) {
      return one.place.differs_in_bytes(place) && are_alike(*one.group.type, *type) &&
             one.group.stores == (store != nullptr) && !(store && one.at.contains(from_place - one.place.bytes));
    };
    auto found = find_if(open, fits);
    if (found == open.end()) {
      close_stores();
      open.push_back({{base, type, 0, store != nullptr, {}, false}, place, {}});
      found = std::prev(open.end());
    }
    found->at[from_place - found->place.bytes].push_back(&instruction);
  }
  close_if([](const Open &) { return true; });
}

// The mask of one part of a contiguous or spaced group, whose lanes are `step` elements apart: without the elements
// behind each lane's `count` members.
Value *VectorBody::mask_of_part(unsigned part, unsigned count, unsigned step) {
  if (!mask_) return nullptr;
  const auto lanes = createReplicatedMask(step, width_);
  Value *mask = builder_.CreateShuffleVector(mask_, ArrayRef(lanes).slice(part * width_, width_));
  if (count == step) return mask;
  SmallVector<Constant *> members;
  for (unsigned k = 0; k < width_; ++k) members.push_back(builder_.getInt1((part * width_ + k) % step < count));
  return builder_.CreateAnd(mask, ConstantVector::get(members));
}

// Loads all members, at the place of the first member.
void VectorBody::load_group(AccessGroup &group) {
  counts_.groups++;
  group.done = true;
  if (is_contiguous(group)) return load_contiguous_group(group, scalar(group.base));
  Value *first = nullptr;
  unsigned step = 0;
  if (Value *contiguous = contiguous_at_run_time(group, first, step))
    return load_contiguous_group_or_lanes(group, first, step, contiguous);
  load_group_by_lanes(group);
}

// A run-time contiguity check of a group: whether each lane's members lie `step` elements behind those of the lane
// before; null: the members are not worth a check. Loaded members may be parts of greater elements: a pixel's three
// colours of four.
Value *VectorBody::contiguous_at_run_time(const AccessGroup &group, Value *&first, unsigned &step) {
  const uint64_t size = layout_.getTypeStoreSize(group.type), bytes = group.members.size() * size;
  step = unsigned(group.members.size());
  if (Value *contiguous = contiguous_at_run_time(group, bytes, first)) return contiguous;
  const uint64_t whole = PowerOf2Ceil(bytes);
  if (group.stores || whole == bytes || whole % size != 0 ||
      (mask_ && !has_masked_access(register_bits_, unsigned(8 * size))))
    return nullptr;
  step = unsigned(whole / size);
  return step <= width_ ? contiguous_at_run_time(group, whole, first) : nullptr;
}

Value *VectorBody::contiguous_at_run_time(const AccessGroup &group, uint64_t bytes, Value *&first) {
  const LaneStride of = strides_.of(group.base);
  if (!of.checks().empty() && of.stride() == int64_t(bytes)) {
    first = scalar(group.base);
    return checks_hold(of.checks());
  }
  if (is_contiguous_by_ends(group.base, bytes)) return check_ends(group.base, first);
  if (!isPowerOf2_64(bytes) || of.stride()) return nullptr;
  APInt offset;
  Type *element = builder_.getIntNTy(unsigned(8 * bytes));
  GetElementPtrInst *address = run_time_contiguous(group.base, element, offset);
  return address ? check_contiguity(*address, offset, element, first) : nullptr;
}

// Loads rows where a run-time contiguity check holds, else each lane's members.
void VectorBody::load_contiguous_group_or_lanes(AccessGroup &group, Value *first, unsigned step, Value *contiguous) {
  BasicBlock *direct = new_block("contiguous"), *by_lane = new_block("by.lane"), *after = new_block("loaded");
  builder_.CreateCondBr(contiguous, direct, by_lane);
  SmallVector<PHINode *> made;
  for (auto &member : group.members) made.push_back(PHINode::Create(wide(member[0]->getType()), 2));
  for (BasicBlock *block : {direct, by_lane}) {
    builder_.SetInsertPoint(block);
    if (block != direct)
      load_group_by_lanes(group);
    else if (step == group.members.size())
      load_contiguous_group(group, first);
    else
      load_spaced_group(group, first, step);
    for (auto [member, either] : zip_equal(group.members, made))
      either->addIncoming(vectors_[member[0]], builder_.GetInsertBlock());
    builder_.CreateBr(after);
  }
  builder_.SetInsertPoint(after);
  for (PHINode *either : made) builder_.Insert(either);
  for (auto [k, either] : enumerate(made)) give_member(group, unsigned(k), either);
}

void VectorBody::load_group_by_lanes(AccessGroup &group) {
  const int64_t size = layout_.getTypeStoreSize(group.type);
  // In an epilogue, which runs once, gathers are built fastest, where there are instructions for them.
  if (entry_mask_ && size >= 4 && register_bits_ == 512) return gather_members(group);
  if (const unsigned step = step_of_spaced(group)) return load_spaced_group(group, scalar(group.base), step);
  if (size < 4 && is_one_element(group) && register_bits_ == 512) return gather_element(group);
  load_lane_by_lane(group);
}

void VectorBody::give_member(const AccessGroup &group, unsigned k, Value *member) {
  for (Instruction *load : group.members[k]) vectors_[load] = builder_.CreateBitCast(member, wide(load->getType()));
}

void VectorBody::load_contiguous_group(AccessGroup &group, Value *from) {
  const unsigned count = group.members.size();
  const int64_t size = layout_.getTypeStoreSize(group.type);
  const Align align = cast<LoadInst>(group.members[0][0])->getAlign();
  const bool pixel = is_pixel(group);
  Type *type = wide(pixel ? builder_.getIntNTy(unsigned(8 * count * size)) : group.type);
  auto load = [&](unsigned part, bool masked) -> Value * {
    const int64_t offset = group.offset + part * size * width_;
    Value *at = offset ? builder_.CreateGEP(builder_.getInt8Ty(), from, builder_.getInt64(offset)) : from;
    const Align here = commonAlignment(contiguous_align(align, count * size), part * size * width_);
    if (!masked) return builder_.CreateAlignedLoad(type, at, here);
    return builder_.CreateMaskedLoad(type, at, here, pixel ? mask_ : mask_of_part(part, count, count));
  };
  SmallVector<Value *> parts;
  if (mask_ && drops_mask(cast<LoadInst>(*group.members[0][0]))) {
    SmallVector<PHINode *> either;
    for (unsigned part = 0; part < (pixel ? 1 : count); ++part) either.push_back(PHINode::Create(type, 2));
    with_and_without_mask([&](bool whole) {
      SmallVector<Value *> loaded;
      for (unsigned part = 0; part < either.size(); ++part) loaded.push_back(load(part, !whole));
      for (auto [phi, value] : zip_equal(either, loaded)) phi->addIncoming(value, builder_.GetInsertBlock());
    });
    for (PHINode *phi : either) parts.push_back(builder_.Insert(phi));
  } else {
    for (unsigned part = 0; part < (pixel ? 1 : count); ++part) parts.push_back(load(part, mask_ != nullptr));
  }
  if (pixel) return give_shifted(group, parts[0]);
  give_parts(group, parts);
}

// Gives each member every `parts.size()`-th element of the parts.
void VectorBody::give_parts(const AccessGroup &group, ArrayRef<Value *> parts) {
  const unsigned count = group.members.size(), step = parts.size();
  if (isPowerOf2_32(step)) {
    const SmallVector<Value *> members = members_of_parts(builder_, parts, width_);
    for (unsigned k = 0; k < count; ++k) give_member(group, k, members[k]);
    return;
  }
  Value *all = concatenateVectors(builder_, parts);
  for (unsigned k = 0; k < count; ++k)
    give_member(group, k, builder_.CreateShuffleVector(all, createStrideMask(k, step, width_)));
}

// Loads parts as of a contiguous group, which also hold the elements between the lanes' members. The memory behind the
// last lane's members may be another object's, or none: the last load ends with these members, or a mask leaves that
// memory out.
void VectorBody::load_spaced_group(AccessGroup &group, Value *first, unsigned step) {
  const unsigned count = group.members.size(), gap = step - count;
  const int64_t size = layout_.getTypeStoreSize(group.type);
  const Align align = contiguous_align(cast<LoadInst>(group.members[0][0])->getAlign(), step * size);
  auto at = [&](int64_t element) {
    const int64_t offset = group.offset + element * size;
    return offset ? builder_.CreateGEP(builder_.getInt8Ty(), first, builder_.getInt64(offset)) : first;
  };
  auto load = [&](Type *type, int64_t element) {
    return builder_.CreateAlignedLoad(type, at(element), commonAlignment(align, element * size));
  };
  if (!mask_ && step * size == 4) {  // a pixel without its last bytes
    const unsigned half = width_ / 2;
    Type *pixels = FixedVectorType::get(builder_.getInt32Ty(), half);
    Value *low = load(pixels, 0), *high = load(pixels, int64_t(half * step) - gap);
    high = builder_.CreateLShr(high, uint64_t(8 * gap * size));
    return give_shifted(group, concatenateVectors(builder_, {low, high}));
  }
  SmallVector<Value *> parts;
  for (unsigned part = 0; part < step; ++part) {
    const unsigned begin = part * width_;
    if (mask_) {
      parts.push_back(builder_.CreateMaskedLoad(wide(group.type), at(begin), commonAlignment(align, begin * size),
                                                mask_of_part(part, count, step)));
    } else if (part + 1 < step) {
      parts.push_back(load(wide(group.type), begin));
    } else {
      SmallVector<int> up = createSequentialMask(gap, width_ - gap, gap);
      parts.push_back(builder_.CreateShuffleVector(load(wide(group.type), begin - gap), up));
    }
  }
  give_parts(group, parts);
}

void VectorBody::gather_members(AccessGroup &group) {
  const int64_t size = layout_.getTypeStoreSize(group.type);
  const Align align = cast<LoadInst>(group.members[0][0])->getAlign();
  for (unsigned k = 0; k < group.members.size(); ++k) {
    Value *at =
        builder_.CreateGEP(builder_.getInt8Ty(), vector(group.base), builder_.getInt64(group.offset + k * size));
    give_member(group, k, builder_.CreateMaskedGather(wide(group.type), at, commonAlignment(align, k * size), mask_));
  }
}

// All members of a lane as one integer.
void VectorBody::gather_element(AccessGroup &group) {
  const unsigned count = group.members.size(), bits = unsigned(8 * layout_.getTypeStoreSize(group.type));
  Value *at = builder_.CreateGEP(builder_.getInt8Ty(), vector(group.base), builder_.getInt64(group.offset));
  give_shifted(group, builder_.CreateMaskedGather(wide(builder_.getIntNTy(count * bits)), at,
                                                  cast<LoadInst>(group.members[0][0])->getAlign(), mask_));
}

// Shifts the integer that holds all members of a lane to each.
void VectorBody::give_shifted(const AccessGroup &group, Value *all) {
  const unsigned bits = unsigned(8 * layout_.getTypeStoreSize(group.type));
  for (unsigned k = 0; k < group.members.size(); ++k) {
    Value *member = k ? builder_.CreateLShr(all, uint64_t{k} * bits) : all;
    member = builder_.CreateTrunc(member, wide(builder_.getIntNTy(bits)));
    give_member(group, k, builder_.CreateBitCast(member, wide(group.type)));
  }
}

// The address of each lane's first member; under a mask with the group's offset, and of a buffer of ours for inactive
// lanes.
SmallVector<Value *> VectorBody::addresses_of_lanes(const AccessGroup &group) {
  const bool one = strides_.stride(group.base) && !mask_;
  SmallVector<Value *> indices, addresses;
  // From a uniform base the offsets are taken out of their vector: once for all bases that have them in common, as the
  // texels of a filter have.
  auto *from_one = dyn_cast<GetElementPtrInst>(group.base);
  if (from_one && !one && !mask_ && from_one->getNumIndices() == 1 &&
      from_one->getOperand(1)->getType()->isIntegerTy(64) && strides_.uniform(from_one->getPointerOperand()) &&
      !strides_.variable(from_one)) {
    const uint64_t size = layout_.getTypeAllocSize(from_one->getSourceElementType());
    Value *offsets = vector(from_one->getOperand(1));
    if (size != 1) offsets = builder_.CreateMul(offsets, ConstantInt::get(offsets->getType(), size));
    for (unsigned lane = 0; lane < width_; ++lane)
      addresses.push_back(
          builder_.CreatePtrAdd(scalar(from_one->getPointerOperand()), builder_.CreateExtractElement(offsets, lane)));
    return addresses;
  }
  // If the step from divergent bases is uniform, the bases are taken out of their vector, perhaps outside of a loop.
  auto *step = dyn_cast<GetElementPtrInst>(group.base);
  if (one || mask_ ||
      (step && (strides_.uniform(step->getPointerOperand()) ||
                !all_of(step->indices(), [&](Value *index) { return strides_.uniform(index); }))))
    step = nullptr;
  Value *all = one ? scalar(group.base) : vector(step ? step->getPointerOperand() : group.base);
  if (mask_) {
    Value *first = builder_.CreateGEP(builder_.getInt8Ty(), all, builder_.getInt64(group.offset));
    all = builder_.CreateSelect(mask_, first, builder_.CreateVectorSplat(width_, nowhere(group.base->getType())));
  }
  if (step)
    for (Value *index : step->indices()) indices.push_back(scalar(index));
  for (unsigned lane = 0; lane < width_; ++lane) {
    addresses.push_back(one ? all : builder_.CreateExtractElement(all, lane));
    if (step) addresses.back() = builder_.CreateGEP(step->getSourceElementType(), addresses.back(), indices);
  }
  return addresses;
}

// One load of all members for each lane, then transposed.
void VectorBody::load_lane_by_lane(AccessGroup &group) {
  const unsigned count = group.members.size();
  const int64_t size = layout_.getTypeStoreSize(group.type);
  const Align align = cast<LoadInst>(group.members[0][0])->getAlign();
  const auto stride = strides_.stride(group.base);
  const SmallVector<Value *> addresses = addresses_of_lanes(group);
  auto load = [&](unsigned lane, unsigned k, unsigned some) {
    const int64_t offset = (mask_ ? 0 : group.offset + (stride ? *stride * lane : 0)) + k * size;
    Value *at = builder_.CreateGEP(builder_.getInt8Ty(), addresses[lane], builder_.getInt64(offset));
    return builder_.CreateAlignedLoad(FixedVectorType::get(group.type, some), at, commonAlignment(align, k * size));
  };
  const unsigned elements = cost::kBlockBits / unsigned(8 * size);
  for (unsigned k = 0, some = 0; k < count; k += some) {
    const unsigned left = count - k;
    const bool blocks = size >= 4 && elements >= 2 && width_ % elements == 0 && left != 3;
    some = blocks && (left >= 4 && elements == 4) ? 4 : blocks && left >= 2 ? 2 : left;
    SmallVector<Value *> lanes;
    for (unsigned lane = 0; lane < width_; ++lane) lanes.push_back(load(lane, k, some));
    if (blocks && some >= 2) {
      for (auto [index, one] : enumerate(members_of_lanes(builder_, lanes, elements)))
        give_member(group, k + index, one);
    } else {
      Value *together = concatenateVectors(builder_, lanes);
      for (unsigned index = 0; index < some; ++index)
        give_member(group, k + index, builder_.CreateShuffleVector(together, createStrideMask(index, some, width_)));
    }
  }
}

// Whether the lanes' members stand side by side in memory.
bool VectorBody::is_contiguous(const AccessGroup &group) const {
  return strides_.stride(group.base) == int64_t(group.members.size() * layout_.getTypeStoreSize(group.type));
}

// The number of elements from one lane's first member to the next lane's, if these are few more than the members: a
// pixel's three colours, two of a structure's three members. 0: they are more, or the loads cannot be masked.
unsigned VectorBody::step_of_spaced(const AccessGroup &group) const {
  const int64_t size = layout_.getTypeStoreSize(group.type), count = group.members.size();
  const auto stride = strides_.stride(group.base);
  if (group.stores || !stride || *stride <= count * size || *stride % size != 0) return 0;
  const int64_t step = *stride / size;
  if (step > std::min<int64_t>(cost::kMostStridedLoad, width_)) return 0;
  const bool masked = mask_ || flow_.predicated(group.members[0][0]->getParent());
  return masked && !has_masked_access(register_bits_, unsigned(8 * size)) ? 0 : unsigned(step);
}

// Whether a lane's members together are one element that can be scattered.
bool VectorBody::is_one_element(const AccessGroup &group) const {
  const uint64_t bytes = group.members.size() * layout_.getTypeStoreSize(group.type);
  return isPowerOf2_32(group.members.size()) && width_ % group.members.size() == 0 && (bytes == 4 || bytes == 8);
}

// Whether the members are less than 32 bits each and 32 bits together, as a pixel's bytes: shifts in registers take
// them apart more cheaply than shuffles of bytes do.
bool VectorBody::is_pixel(const AccessGroup &group) const {
  return is_one_element(group) && layout_.getTypeStoreSize(group.type) * group.members.size() == 4;
}

// Stores all members, at the place of the last member.
void VectorBody::store_group(AccessGroup &group) {
  const unsigned count = group.members.size();
  SmallVector<Value *> members;
  for (auto &member : group.members)
    members.push_back(builder_.CreateBitCast(vector(cast<StoreInst>(member[0])->getValueOperand()), wide(group.type)));
  const Align align = cast<StoreInst>(group.members[0][0])->getAlign();
  if (is_pixel(group) && is_contiguous(group)) {
    const unsigned bits = 32 / count;
    Value *all = nullptr;
    for (auto [k, member] : enumerate(members)) {
      // Unfrozen, the whole number would be poison if one member were.
      member = builder_.CreateFreeze(builder_.CreateBitCast(member, wide(builder_.getIntNTy(bits))));
      member = builder_.CreateZExt(member, wide(builder_.getInt32Ty()));
      if (k) member = builder_.CreateShl(member, uint64_t{k} * bits);
      all = all ? builder_.CreateOr(all, member) : member;
    }
    Value *to = builder_.CreateGEP(builder_.getInt8Ty(), scalar(group.base), builder_.getInt64(group.offset));
    const Align here = contiguous_align(align, 4);
    if (mask_)
      builder_.CreateMaskedStore(all, to, here, mask_);
    else
      builder_.CreateAlignedStore(all, to, here)->setMetadata(kStreamed, group.members[0][0]->getMetadata(kStreamed));
    counts_.groups++;
    return;
  }
  SmallVector<Value *> parts;
  if (isPowerOf2_32(count)) {
    parts = parts_of_members(builder_, members, width_);
  } else {
    Value *all =
        builder_.CreateShuffleVector(concatenateVectors(builder_, members), createInterleaveMask(width_, count));
    for (unsigned part = 0; part < count; ++part)
      parts.push_back(builder_.CreateShuffleVector(all, createSequentialMask(part * width_, width_, 0)));
  }
  Value *first = nullptr;
  if (is_contiguous(group)) {
    counts_.groups++;
    return store_parts(group, parts, scalar(group.base));
  }
  counts_.scatters++;
  for (auto &member : group.members) note_slow(*member[0]);
  unsigned step = 0;
  Value *contiguous = contiguous_at_run_time(group, first, step);
  if (!contiguous) return scatter_parts(group, parts);
  counts_.checked++;
  BasicBlock *direct = new_block("contiguous"), *by_lane = new_block("by.lane"), *after = new_block("stored");
  vector(group.base);
  builder_.CreateCondBr(contiguous, direct, by_lane);
  builder_.SetInsertPoint(direct);
  store_parts(group, parts, first);
  builder_.CreateBr(after);
  builder_.SetInsertPoint(by_lane);
  scatter_parts(group, parts);
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

// Each lane's members as one element.
void VectorBody::scatter_parts(const AccessGroup &group, SmallVector<Value *> parts) {
  const unsigned count = group.members.size(), bits = unsigned(8 * count * layout_.getTypeStoreSize(group.type));
  for (Value *&part : parts)
    part = builder_.CreateBitCast(builder_.CreateFreeze(part),
                                  FixedVectorType::get(builder_.getIntNTy(bits), width_ / count));
  Value *to = builder_.CreateGEP(builder_.getInt8Ty(), vector(group.base), builder_.getInt64(group.offset));
  builder_.CreateMaskedScatter(concatenateVectors(builder_, parts), to,
                               cast<StoreInst>(group.members[0][0])->getAlign(), mask_);
}

// All lanes' members side by side, from the first lane's on.
void VectorBody::store_parts(const AccessGroup &group, ArrayRef<Value *> parts, Value *first) {
  const unsigned count = group.members.size();
  const int64_t size = layout_.getTypeStoreSize(group.type);
  const Align align = cast<StoreInst>(group.members[0][0])->getAlign();
  for (auto [part, values] : enumerate(parts)) {
    const int64_t offset = int64_t(part * width_) * size;
    Value *to = builder_.CreateGEP(builder_.getInt8Ty(), first, builder_.getInt64(group.offset + offset));
    const Align here = commonAlignment(contiguous_align(align, count * size), offset);
    if (mask_)
      builder_.CreateMaskedStore(values, to, here, mask_of_part(part, count, count));
    else
      builder_.CreateAlignedStore(values, to, here)
          ->setMetadata(kStreamed, group.members[part][0]->getMetadata(kStreamed));
  }
}

// Whether the access belongs to a group, which emits it.
bool VectorBody::in_group(Instruction &access) {
  auto found = group_of_.find(&access);
  if (found == group_of_.end()) return false;
  AccessGroup &group = groups_[found->second];
  if (!group.stores) {
    if (!group.done) load_group(group);
    return true;
  }
  if (!is_contiguous(group) && !is_one_element(group)) return false;
  if (++group.seen == group.members.size()) store_group(group);
  return true;
}

// The number of elements from lane to lane where a store reaches every second or fourth one of memory, and masks leave
// out those between (AVX-512); else 0.
unsigned VectorBody::step_of_strided(const StoreInst &original) const {
  const int64_t size = layout_.getTypeStoreSize(original.getValueOperand()->getType());
  const auto step = strides_.stride(original.getPointerOperand());
  const bool strided = step && *step > size && *step % size == 0 &&
                       *step <= std::min<int64_t>(cost::kMostStridedStore, width_) * size &&
                       !has_gap(*original.getValueOperand()->getType(), layout_);
  return strided && register_bits_ == 512 && isPowerOf2_64(uint64_t(*step / size)) ? unsigned(*step / size) : 0;
}

// `step` masked stores, one behind the other, each with the elements of a part of the lanes.
void VectorBody::store_strided(StoreInst &original, unsigned step) {
  Value *values = vector(original.getValueOperand()), *first = scalar(original.getPointerOperand());
  Type *type = original.getValueOperand()->getType();
  const Align align(layout_.getTypeStoreSize(type));
  Value *on = mask_ ? mask_ : Constant::getAllOnesValue(wide(builder_.getInt1Ty()));
  Value *off = Constant::getNullValue(on->getType());
  for (unsigned part = 0; part < step; ++part) {
    SmallVector<int> places, masked;
    for (unsigned k = 0; k < width_; ++k) {
      const unsigned element = part * width_ + k, lane = element / step;
      const bool is_lane = element % step == 0;
      places.push_back(is_lane ? int(lane) : PoisonMaskElem);
      masked.push_back(is_lane ? int(lane) : int(width_));
    }
    builder_.CreateMaskedStore(builder_.CreateShuffleVector(values, places),
                               builder_.CreateConstGEP1_64(type, first, uint64_t{part} * width_),
                               std::min(original.getAlign(), align), builder_.CreateShuffleVector(on, off, masked));
  }
}

// How many elements lie from lane to lane, where rows between the first lane's element and the last one's are loaded in
// place of a gather; 0: another load.
unsigned VectorBody::step_of_strided(const LoadInst &load) const {
  const int64_t size = layout_.getTypeStoreSize(load.getType());
  const auto stride = strides_.stride(load.getPointerOperand());
  const bool fits = stride && *stride > size && *stride % size == 0 &&
                    *stride <= std::min<int64_t>(cost::kMostStridedLoad, width_) * size &&
                    layout_.getTypeSizeInBits(load.getType()) == 8 * uint64_t(size);
  const bool masked = mask_ || flow_.predicated(load.getParent());
  return fits && (!masked || has_masked_access(register_bits_, unsigned(8 * size))) ? unsigned(*stride / size) : 0;
}

// The last part ends with the last element. (If a step had more elements than there are lanes, another part would reach
// beyond.)
Value *VectorBody::load_strided(LoadInst &original, unsigned step) {
  Type *type = original.getType();
  Value *first = scalar(original.getPointerOperand());
  const Align align = commonAlignment(original.getAlign(), layout_.getTypeStoreSize(type));
  SmallVector<Value *> parts;
  SmallVector<unsigned> starts;
  for (unsigned k = 0; k < step; ++k) {
    starts.push_back(k + 1 < step ? k * width_ : (width_ - 1) * step + 1 - width_);
    Value *from = builder_.CreateConstGEP1_64(type, first, starts.back());
    if (mask_) {
      SmallVector<int> lanes;  // of each element; behind the lanes, no lane's
      for (unsigned at = starts.back(); at < starts.back() + width_; ++at)
        lanes.push_back(int(at % step ? width_ : at / step));
      Value *mask = builder_.CreateShuffleVector(mask_, Constant::getNullValue(mask_->getType()), lanes);
      parts.push_back(builder_.CreateMaskedLoad(wide(type), from, align, mask));
    } else {
      parts.push_back(builder_.CreateAlignedLoad(wide(type), from, align));
    }
  }
  SmallVector<int> places;
  for (unsigned lane = 0; lane < width_; ++lane) {
    const unsigned part = std::min(lane * step / width_, step - 1);
    places.push_back(int(part * width_ + lane * step - starts[part]));
  }
  return builder_.CreateShuffleVector(concatenateVectors(builder_, parts), places);
}

}  // namespace wherry::compiler
