// Accesses to the members of small structures and vectors: one for all members instead of one for each.
#include "compiler/passes/vector_body.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostMembers = 8;

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

Value *VectorBody::mask_of_members(unsigned count) {
  return builder_.CreateShuffleVector(mask_, createReplicatedMask(count, width_));
}

// At the first member: all.
void VectorBody::load_group(AccessGroup &group) {
  const unsigned count = group.members.size();
  const int64_t size = layout_.getTypeStoreSize(group.type);
  auto *pair = FixedVectorType::get(group.type, count);
  const auto stride = shapes_.stride(group.base);
  const Align align = cast<LoadInst>(group.members[0][0])->getAlign();
  auto at = [&](Value *pointer, int64_t offset) {
    return offset ? builder_.CreateGEP(builder_.getInt8Ty(), pointer, builder_.getInt64(offset)) : pointer;
  };
  Value *all = nullptr;
  if (stride == int64_t(count) * size) {
    auto *type = FixedVectorType::get(group.type, count * width_);
    Value *from = at(scalar(group.base), group.offset);
    all = mask_ ? builder_.CreateMaskedLoad(type, from, align, mask_of_members(count))
                : static_cast<Value *>(builder_.CreateAlignedLoad(type, from, align));
  } else {
    // Each lane's members at once, then turned around. Lanes that are not there read something of ours.
    Value *pointers = stride && !mask_ ? nullptr : vector(group.base);
    if (mask_) {
      auto *spare = new AllocaInst(ArrayType::get(builder_.getInt8Ty(), kMostMembers * 8), layout_.getAllocaAddrSpace(),
                                   nullptr, Align(64), "nobody", function_.getEntryBlock().begin());
      pointers = at(pointers, group.offset);
      Value *nowhere = spare;
      if (spare->getType() != group.base->getType())
        nowhere = IRBuilder<>(prologue_.getTerminator()).CreateAddrSpaceCast(spare, group.base->getType());
      pointers = builder_.CreateSelect(mask_, pointers, builder_.CreateVectorSplat(width_, nowhere));
    }
    SmallVector<Value *> lanes;
    for (unsigned lane = 0; lane < width_; ++lane) {
      Value *from = mask_    ? builder_.CreateExtractElement(pointers, lane)
                    : stride ? at(scalar(group.base), group.offset + *stride * lane)
                             : at(builder_.CreateExtractElement(pointers, lane), group.offset);
      lanes.push_back(builder_.CreateAlignedLoad(pair, from, align));
    }
    all = concatenateVectors(builder_, lanes);
  }
  for (unsigned k = 0; k < count; ++k) {
    Value *member = builder_.CreateShuffleVector(all, createStrideMask(k, count, width_));
    for (Instruction *load : group.members[k]) vectors_[load] = member;
  }
  counts_.groups++;
  group.done = true;
}

bool VectorBody::side_by_side(const AccessGroup &group) const {
  return shapes_.stride(group.base) == int64_t(group.members.size() * layout_.getTypeStoreSize(group.type));
}

// At the last member: all.
void VectorBody::store_group(AccessGroup &group) {
  const unsigned count = group.members.size();
  SmallVector<Value *> members;
  for (auto &member : group.members) members.push_back(vector(cast<StoreInst>(member[0])->getValueOperand()));
  Value *all = builder_.CreateShuffleVector(concatenateVectors(builder_, members), createInterleaveMask(width_, count));
  Value *to = builder_.CreateGEP(builder_.getInt8Ty(), scalar(group.base), builder_.getInt64(group.offset));
  const Align align = cast<StoreInst>(group.members[0][0])->getAlign();
  if (mask_)
    builder_.CreateMaskedStore(all, to, align, mask_of_members(count));
  else
    builder_.CreateAlignedStore(all, to, align);
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
  if (!side_by_side(group)) return false;
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
