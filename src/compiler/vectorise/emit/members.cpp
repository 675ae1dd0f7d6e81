// Accesses to the members of small structures and vectors: one for all members instead of one for each.
#include "compiler/ir/metadata.h"
#include "compiler/opt/nontemporal_stores.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostMembers = 8;
constexpr unsigned kBlockBits = 128;  // within which shuffles cost least

// Rows and members change places by shuffles of two registers into one. One of many registers would be left to LLVM's
// code generator to take apart: that was half of some builds, and ended with more instructions.

Value *every_second(IRBuilderBase &builder, Value *first, Value *second, unsigned start, unsigned width) {
  return builder.CreateShuffleVector(first, second, createStrideMask(start, 2, width));
}

// Each member's register, from rows that hold one element of each after the other. As many as a power of two.
SmallVector<Value *> members_of_rows(IRBuilderBase &builder, ArrayRef<Value *> rows, unsigned width) {
  if (rows.size() == 1) return {rows[0]};
  SmallVector<Value *> parts[2], members(rows.size());
  for (unsigned k : {0u, 1u}) {
    for (size_t j = 0; j < rows.size(); j += 2)
      parts[k].push_back(every_second(builder, rows[j], rows[j + 1], k, width));
    for (auto [index, member] : enumerate(members_of_rows(builder, parts[k], width))) members[2 * index + k] = member;
  }
  return members;
}

// The other way.
SmallVector<Value *> rows_of_members(IRBuilderBase &builder, ArrayRef<Value *> members, unsigned width) {
  if (members.size() == 1) return {members[0]};
  SmallVector<Value *> parts[2], rows;
  for (auto [index, member] : enumerate(members)) parts[index % 2].push_back(member);
  const auto even = rows_of_members(builder, parts[0], width), odd = rows_of_members(builder, parts[1], width);
  const auto mask = createInterleaveMask(width, 2);
  for (auto [first, second] : zip_equal(even, odd)) {
    rows.push_back(builder.CreateShuffleVector(first, second, ArrayRef(mask).take_front(width)));
    rows.push_back(builder.CreateShuffleVector(first, second, ArrayRef(mask).drop_front(width)));
  }
  return rows;
}

// Each member's register, from all members of each lane, 2 or 4 to a block at most. The first register takes the first
// lanes of every block, and so on: what is left to do stays within blocks.
SmallVector<Value *> members_of_lanes(IRBuilderBase &builder, ArrayRef<Value *> lanes, unsigned elements) {
  const unsigned count = cast<FixedVectorType>(lanes[0]->getType())->getNumElements(), width = lanes.size();
  const unsigned together = elements / count;
  SmallVector<Value *> rows;
  for (unsigned part = 0; part < count; ++part) {
    SmallVector<Value *> some;
    for (unsigned block = 0; block < width; block += elements)
      append_range(some, lanes.slice(block + part * together, together));
    rows.push_back(concatenateVectors(builder, some));
  }
  auto shuffle = [&](Value *first, Value *second, auto place) {
    SmallVector<int> mask;
    for (unsigned k = 0; k < width; ++k) mask.push_back(int(k / elements * elements + place(k % elements)));
    return builder.CreateShuffleVector(first, second, mask);
  };
  if (count == 2) {
    SmallVector<Value *> members;
    for (unsigned k : {0u, 1u})
      members.push_back(shuffle(
          rows[0], rows[1], [&](unsigned place) { return (place < together ? 0 : width) + place % together * 2 + k; }));
    return members;
  }
  // One lane of each register: a transposition of 4 by 4.
  Value *halves[2][2], *members[4];
  for (unsigned pair : {0u, 1u})
    for (unsigned high : {0u, 1u})
      halves[pair][high] = shuffle(rows[2 * pair], rows[2 * pair + 1],
                                   [&](unsigned place) { return (place % 2 ? width : 0) + place / 2 + 2 * high; });
  for (unsigned k = 0; k < 4; ++k)
    members[k] = shuffle(halves[0][k / 2], halves[1][k / 2],
                         [&](unsigned place) { return (place < 2 ? 0 : width) + place % 2 + 2 * (k % 2); });
  return SmallVector<Value *>(std::begin(members), std::end(members));
}

}  // namespace

// The groups of a block: loads, or stores, of one type at neighbouring places, nothing between them that might see or
// change what they touch.
void VectorBody::find_groups(BasicBlock &block) {
  struct Open {
    AccessGroup group;
    SmallMapVector<int64_t, SmallVector<Instruction *, 1>, 8> at;  // by offset from the base
  };
  SmallVector<Open, 0> open;
  auto close = [&](Open &one) {
    SmallVector<int64_t> offsets;
    for (auto &[offset, members] : one.at) offsets.push_back(offset);
    llvm::sort(offsets);
    const int64_t size = layout_.getTypeStoreSize(one.group.type);
    // Runs of neighbours.
    for (size_t first = 0; first < offsets.size();) {
      size_t last = first + 1;
      while (last < offsets.size() && offsets[last] == offsets[last - 1] + size && last - first < kMostMembers) ++last;
      // Lanes whose members overlap are better served row by row.
      const auto stride = shapes_.stride(one.group.base);
      if (last - first >= 2 && (!stride || uint64_t(std::abs(*stride)) >= (last - first) * uint64_t(size))) {
        AccessGroup group = one.group;
        group.offset = offsets[first];
        for (size_t k = first; k < last; ++k) group.members.push_back(one.at[offsets[k]]);
        groups_.push_back(group);
        for (auto &members : group.members)
          for (Instruction *member : members) group_of_[member] = groups_.size() - 1;
      }
      first = last;
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
    // A lane's own variable is nobody else's memory.
    if (const LaneVariable *own = pointer ? shapes_.variable(pointer) : nullptr; own && own->interleaved) continue;
    const bool simple = (load && load->isSimple()) || (store && store->isSimple());
    // Loads and stores of the group at hand may stand side by side with it, all else ends it.
    if (load)
      close_if([](const Open &one) { return one.group.stores; });
    else
      close_if([&](const Open &one) { return !one.group.stores || !simple; });
    if (!simple || type->isIntegerTy(1) || shapes_.uniform(pointer) || shapes_.variable(pointer) ||
        layout_.getTypeAllocSize(type) != layout_.getTypeStoreSize(type) ||
        layout_.getTypeSizeInBits(type) != 8 * layout_.getTypeStoreSize(type)) {
      if (store) close_if([](const Open &one) { return one.group.stores; });
      continue;
    }
    APInt offset(64, 0);
    Value *base = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (!shapes_.state(base).checks.empty() || shapes_.uniform(base)) {
      if (store) close_if([](const Open &one) { return one.group.stores; });
      continue;
    }
    auto fits = [&](const Open &one) {
      return one.group.base == base && one.group.type == type && one.group.stores == (store != nullptr) &&
             !(store && one.at.contains(offset.getSExtValue()));
    };
    auto found = find_if(open, fits);
    if (found == open.end()) {
      // Stores elsewhere may be to the same place.
      if (store) close_if([](const Open &one) { return one.group.stores; });
      open.push_back({{base, type, 0, store != nullptr, {}, false}, {}});
      found = std::prev(open.end());
    }
    found->at[offset.getSExtValue()].push_back(&instruction);
  }
  close_if([](const Open &) { return true; });
}

Value *VectorBody::mask_of_row(unsigned row, unsigned count) {
  return mask_ ? builder_.CreateShuffleVector(mask_,
                                              ArrayRef(createReplicatedMask(count, width_)).slice(row * width_, width_))
               : nullptr;
}

// At the first member: all.
void VectorBody::load_group(AccessGroup &group) {
  const unsigned count = group.members.size();
  const int64_t size = layout_.getTypeStoreSize(group.type);
  const Align align = cast<LoadInst>(group.members[0][0])->getAlign();
  counts_.groups++;
  group.done = true;
  auto give = [&](unsigned k, Value *member) {
    for (Instruction *load : group.members[k]) vectors_[load] = member;
  };
  if (side_by_side(group)) {
    Value *from = scalar(group.base);
    SmallVector<Value *> rows;
    for (unsigned row = 0; row < count; ++row) {
      const int64_t offset = group.offset + row * size * width_;
      Value *at = offset ? builder_.CreateGEP(builder_.getInt8Ty(), from, builder_.getInt64(offset)) : from;
      const Align here = commonAlignment(row_align(align, count * size), row * size * width_);
      rows.push_back(mask_ ? builder_.CreateMaskedLoad(wide(group.type), at, here, mask_of_row(row, count))
                           : static_cast<Value *>(builder_.CreateAlignedLoad(wide(group.type), at, here)));
    }
    if (isPowerOf2_32(count)) {
      for (auto [k, member] : enumerate(members_of_rows(builder_, rows, width_))) give(k, member);
    } else {
      Value *all = concatenateVectors(builder_, rows);
      for (unsigned k = 0; k < count; ++k)
        give(k, builder_.CreateShuffleVector(all, createStrideMask(k, count, width_)));
    }
    return;
  }
  // A row's last lanes, once: what is built fastest, where there are instructions for it.
  if (entry_mask_ && size >= 4 && register_bits_ == 512) {
    for (unsigned k = 0; k < count; ++k) {
      Value *at =
          builder_.CreateGEP(builder_.getInt8Ty(), vector(group.base), builder_.getInt64(group.offset + k * size));
      give(k, builder_.CreateMaskedGather(wide(group.type), at, commonAlignment(align, k * size), mask_));
    }
    return;
  }
  // Each lane's members at once, then turned around. Lanes that are not there read something of ours.
  const auto stride = shapes_.stride(group.base);
  SmallVector<Value *> pointers;
  // Where all lanes go on alike, their places before that may be taken apart once, outside of a loop.
  auto *alike = dyn_cast<GetElementPtrInst>(group.base);
  if (stride || mask_ ||
      (alike && (shapes_.uniform(alike->getPointerOperand()) ||
                 !all_of(alike->indices(), [&](Value *index) { return shapes_.uniform(index); }))))
    alike = nullptr;
  Value *all = stride && !mask_ ? scalar(group.base) : vector(alike ? alike->getPointerOperand() : group.base);
  if (mask_) {
    auto *spare = new AllocaInst(ArrayType::get(builder_.getInt8Ty(), kMostMembers * 8), layout_.getAllocaAddrSpace(),
                                 nullptr, Align(64), "nobody", function_.getEntryBlock().begin());
    Value *nowhere = IRBuilder<>(prologue_.getTerminator()).CreateAddrSpaceCast(spare, group.base->getType());
    Value *first = builder_.CreateGEP(builder_.getInt8Ty(), all, builder_.getInt64(group.offset));
    all = builder_.CreateSelect(mask_, first, builder_.CreateVectorSplat(width_, nowhere));
  }
  SmallVector<Value *> indices;
  if (alike)
    for (Value *index : alike->indices()) indices.push_back(scalar(index));
  for (unsigned lane = 0; lane < width_; ++lane) {
    pointers.push_back(stride && !mask_ ? all : builder_.CreateExtractElement(all, lane));
    if (alike) pointers.back() = builder_.CreateGEP(alike->getSourceElementType(), pointers.back(), indices);
  }
  auto member = [&](unsigned lane, unsigned k, unsigned some) {
    const int64_t offset = (mask_ ? 0 : group.offset + (stride ? *stride * lane : 0)) + k * size;
    Value *at = builder_.CreateGEP(builder_.getInt8Ty(), pointers[lane], builder_.getInt64(offset));
    return builder_.CreateAlignedLoad(FixedVectorType::get(group.type, some), at, commonAlignment(align, k * size));
  };
  const unsigned elements = kBlockBits / unsigned(8 * size);
  for (unsigned k = 0, some = 0; k < count; k += some) {
    const unsigned left = count - k;
    const bool blocks = size >= 4 && elements >= 2 && width_ % elements == 0 && left != 3;
    some = blocks && (left >= 4 && elements == 4) ? 4 : blocks && left >= 2 ? 2 : left;
    SmallVector<Value *> lanes;
    for (unsigned lane = 0; lane < width_; ++lane) lanes.push_back(member(lane, k, some));
    if (blocks && some >= 2) {
      for (auto [index, one] : enumerate(members_of_lanes(builder_, lanes, elements))) give(k + index, one);
    } else {
      Value *together = concatenateVectors(builder_, lanes);
      for (unsigned index = 0; index < some; ++index)
        give(k + index, builder_.CreateShuffleVector(together, createStrideMask(index, some, width_)));
    }
  }
}

bool VectorBody::side_by_side(const AccessGroup &group) const {
  return shapes_.stride(group.base) == int64_t(group.members.size() * layout_.getTypeStoreSize(group.type));
}

// What the members of a lane make together is one number.
bool VectorBody::makes_a_number(const AccessGroup &group) const {
  const uint64_t bytes = group.members.size() * layout_.getTypeStoreSize(group.type);
  return isPowerOf2_32(group.members.size()) && width_ % group.members.size() == 0 && (bytes == 4 || bytes == 8);
}

// At the last member: all.
void VectorBody::store_group(AccessGroup &group) {
  const unsigned count = group.members.size();
  SmallVector<Value *> members;
  for (auto &member : group.members) members.push_back(vector(cast<StoreInst>(member[0])->getValueOperand()));
  SmallVector<Value *> rows;
  if (isPowerOf2_32(count)) {
    rows = rows_of_members(builder_, members, width_);
  } else {
    Value *all =
        builder_.CreateShuffleVector(concatenateVectors(builder_, members), createInterleaveMask(width_, count));
    for (unsigned row = 0; row < count; ++row)
      rows.push_back(builder_.CreateShuffleVector(all, createSequentialMask(row * width_, width_, 0)));
  }
  const Align align = cast<StoreInst>(group.members[0][0])->getAlign();
  if (!side_by_side(group)) {
    const unsigned bits = unsigned(8 * count * layout_.getTypeStoreSize(group.type));
    for (Value *&row : rows)
      row = builder_.CreateBitCast(row, FixedVectorType::get(builder_.getIntNTy(bits), width_ / count));
    Value *to = builder_.CreateGEP(builder_.getInt8Ty(), vector(group.base), builder_.getInt64(group.offset));
    builder_.CreateMaskedScatter(concatenateVectors(builder_, rows), to, align, mask_);
    counts_.scatters++;
    for (auto &member : group.members) note_slow(*member[0]);
    return;
  }
  for (auto [row, values] : enumerate(rows)) {
    const int64_t offset = int64_t(row * width_ * layout_.getTypeStoreSize(group.type));
    Value *to = builder_.CreateGEP(builder_.getInt8Ty(), scalar(group.base), builder_.getInt64(group.offset + offset));
    const Align here = commonAlignment(row_align(align, count * layout_.getTypeStoreSize(group.type)), offset);
    if (mask_)
      builder_.CreateMaskedStore(values, to, here, mask_of_row(row, count));
    else
      builder_.CreateAlignedStore(values, to, here)
          ->setMetadata(kStreamed, group.members[row][0]->getMetadata(kStreamed));
  }
  counts_.groups++;
}

// Whether the group that an access belongs to has seen to it.
bool VectorBody::in_group(Instruction &access) {
  auto found = group_of_.find(&access);
  if (found == group_of_.end()) return false;
  AccessGroup &group = groups_[found->second];
  if (!group.stores) {
    if (!group.done) load_group(group);
    return true;
  }
  if (!side_by_side(group) && !makes_a_number(group)) return false;
  if (++group.seen == group.members.size()) store_group(group);
  return true;
}

// Every second, third or fourth element: rows that hold them, the last one ending with the last of them. With more
// elements to a step than lanes a row before it would reach beyond.
Value *VectorBody::load_sparse_row(LoadInst &original, unsigned step) {
  Type *type = original.getType();
  Value *first = scalar(original.getPointerOperand());
  SmallVector<Value *> rows;
  SmallVector<unsigned> starts;
  for (unsigned k = 0; k < step; ++k) {
    starts.push_back(k + 1 < step ? k * width_ : (width_ - 1) * step + 1 - width_);
    rows.push_back(builder_.CreateAlignedLoad(wide(type), builder_.CreateConstGEP1_64(type, first, starts.back()),
                                              Align(layout_.getTypeStoreSize(type))));
  }
  for (Value *row : rows)
    cast<LoadInst>(row)->setAlignment(commonAlignment(original.getAlign(), layout_.getTypeStoreSize(type)));
  SmallVector<int> places;
  for (unsigned lane = 0; lane < width_; ++lane) {
    const unsigned row = std::min(lane * step / width_, step - 1);
    places.push_back(int(row * width_ + lane * step - starts[row]));
  }
  return builder_.CreateShuffleVector(concatenateVectors(builder_, rows), places);
}

}  // namespace wherry::compiler
