// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/abi_records.h"

#include <cstddef>

#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Collects a struct's constants, an array's one by one, and verifies that they lie where the C++ struct has them.
class StructBuilder {
 public:
  explicit StructBuilder(const Module &module) : module_(module) {}

  template <class T> void add(const record::Field<T> &field, uint64_t offset) {
    if constexpr (std::is_array_v<T>)
      for (auto [index, number] : enumerate(field.value)) add(number_constant(number), offset + index * sizeof(number));
    else if constexpr (record::is_number<T>)
      add(number_constant(field.value), offset);
    else
      add(field.value, offset);
  }

  Constant *finish(uint64_t size, uint64_t alignment) const {
    Constant *made = ConstantStruct::getAnon(module_.getContext(), constants_);
    const DataLayout &layout = module_.getDataLayout();
    const StructLayout &places = *layout.getStructLayout(cast<StructType>(made->getType()));
    bool same = places.getSizeInBytes() == size && places.getAlignment() == alignment;
    for (auto [index, offset] : enumerate(offsets_)) same &= places.getElementOffset(index) == offset;
    if (!same) report_fatal_error("the module's data layout is not the runtime's");
    return made;
  }

 private:
  template <class Number> Constant *number_constant(Number number) const {
    return ConstantInt::get(IntegerType::get(module_.getContext(), 8 * sizeof(Number)), uint64_t(number));
  }
  void add(Constant *constant, uint64_t offset) {
    constants_.push_back(constant);
    offsets_.push_back(offset);
  }

  const Module &module_;
  SmallVector<Constant *> constants_;
  SmallVector<uint64_t> offsets_;
};

}  // namespace

#define WHERRY_STRUCT(name)                                                                                            \
  Constant *constant_of(const Module &module, const record::name &fields) {                                            \
    using Layout = abi::name;                                                                                          \
    StructBuilder builder(module);
#define WHERRY_FIELD(type, name, ...) builder.add(fields.name, offsetof(Layout, name));
#define WHERRY_END                                                                                                     \
  return builder.finish(sizeof(Layout), alignof(Layout));                                                              \
  }
#include "kernel_abi/module.def"
#undef WHERRY_STRUCT
#undef WHERRY_FIELD
#undef WHERRY_END

}  // namespace wherry::compiler
