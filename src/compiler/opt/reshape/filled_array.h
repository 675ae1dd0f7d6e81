// SPDX-License-Identifier: Apache-2.0
// A local array that a group's work-items fill by one store or several.
#pragma once
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/reshape/item_bounds.h"
#include "compiler/opt/reshape/local_fills.h"

namespace wherry::compiler {

// The elements that a fill stores to, along one coordinate of the array.
struct Extent {
  uint64_t begin;
  std::optional<uint64_t> end;             // nothing: as many as the local size of a dimension, or see `count`
  std::optional<unsigned> dimension = {};  // by whose local id the fill's work-items tell elements apart
  uint64_t first = 0;                      // the element that local id 0 stores to, or that all store to
  const llvm::SCEV *count = nullptr;       // how many elements, if only the host knows

  bool operator==(const Extent &) const = default;
};

using Element = llvm::SmallVector<const llvm::SCEV *, 3>;

class FilledArray {
 public:
  FilledArray(AddressExpressions &addresses, ItemBounds &bounds, const IdCalls &ids)
      : addresses_(addresses), bounds_(bounds), calls_(ids) {}

  // Whether an element's value hangs on the element alone, whichever fill stores it.
  bool add(llvm::ArrayRef<const Fill *> fills);
  llvm::ArrayRef<const Fill *> fills() const { return fills_; }
  // The fill by whose source all elements can be computed.
  const Fill &general() const { return *general_; }
  // The numbers, by general()'s coordinates, of the element at an offset in bytes.
  std::optional<Element> element_at(const llvm::SCEV *offset);
  // What general()'s coordinates are for an element.
  Element coordinates_of(const Element &element);
  // Whether such an element has been filled before a load. Takes note of what local sizes must be for that.
  bool is_filled(const Element &element, const llvm::LoadInst &load);
  // The address from which an element has been loaded.
  const llvm::SCEV *source_of(const Element &element);

 private:
  // What a work-item is taken to be: its local ids, null where they are those of the work-item that loads; the sizes of
  // work-groups, if group ids are to be seen in global ids.
  struct Item {
    std::array<const llvm::SCEV *, 3> ids{};
    std::array<std::optional<uint64_t>, 3> group_sizes{};
  };
  const llvm::SmallVector<Extent, 3> &extents_of(const Fill &fill) const;
  bool add_extents();
  bool fix_sizes();
  bool keeps_to_rows();
  bool is_same_source(const Fill &fill);
  const llvm::SCEV *source_of(const Item &item, const Fill &fill);
  std::optional<std::pair<uint64_t, uint64_t>> range_of(const llvm::SCEV &number, size_t axis,
                                                        const llvm::LoadInst &load);
  const llvm::SCEV *computed_by(const Item &item, const llvm::SCEV *value);
  bool is_same(const Item &item, const llvm::Value *of_item, const llvm::Value *own);
  bool has_passed(const Item &item, const Fill &fill, const llvm::LoadInst &load);
  std::array<std::optional<uint64_t>, 3> group_sizes() const;
  bool is_known_to_store(const Fill &fill, const Element &element, const llvm::LoadInst &load);
  bool stores_itself(const Fill &fill, const Element &element, const llvm::LoadInst &load);
  const llvm::SCEV *call_of(Intrinsic id, unsigned dimension);
  const llvm::SCEV *number(uint64_t value) { return scev().getConstant(number_type_, value, true); }
  llvm::ScalarEvolution &scev() { return addresses_.scev(); }

  AddressExpressions &addresses_;
  ItemBounds &bounds_;
  const IdCalls &calls_;
  llvm::Type *number_type_ = nullptr;
  llvm::SmallVector<const Fill *, 4> fills_;
  const Fill *general_ = nullptr;
  llvm::SmallVector<llvm::SmallVector<Extent, 3>, 4> extents_;  // by fill, then by coordinate of general()
};

}  // namespace wherry::compiler
