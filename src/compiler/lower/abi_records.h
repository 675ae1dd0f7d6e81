// SPDX-License-Identifier: Apache-2.0
// The structs of kernel_abi/module.def as constants. Each has a record here, whose fields have the same names and are
// filled by them. A field that is forgotten, given twice or out of order, or of another kind, does not compile.
//   constant_of(module, record::LocalArray{.name = text, .offset = 0, .size = 64})
#pragma once
#include <array>
#include <type_traits>

#include "kernel_abi/abi.h"
#include "llvm/IR/Constants.h"

namespace llvm {
class Module;
}

// GCC refuses these initialisers; Clang only warns.
#pragma clang diagnostic error "-Winitializer-overrides"
#pragma clang diagnostic error "-Wreorder-init-list"

namespace wherry::compiler {

namespace record {

template <class T> constexpr bool is_number = std::is_integral_v<T> || std::is_enum_v<T>;

// The value of a field that is a T in the struct of abi.h. Without a default, so that none is forgotten.
template <class T> struct Field {
  static_assert(std::is_pointer_v<T> || std::is_class_v<T>);
  Field(llvm::Constant *constant) : value(constant) { assert(constant); }
  llvm::Constant *value;
};
template <class T>
  requires is_number<T>
struct Field<T> {
  template <class Given>
    requires(is_number<Given> && std::is_enum_v<T> <= std::is_same_v<Given, T>)
  Field(Given number) : value(static_cast<T>(number)) {
    assert(static_cast<Given>(value) == number && "the field is too narrow");
  }
  T value;
};
template <class T, size_t n> struct Field<T[n]> {
  template <class Given> Field(const std::array<Given, n> &numbers) {
    for (size_t i = 0; i < n; ++i) value[i] = Field<T>(numbers[i]).value;
  }
  std::array<T, n> value;
};

#define WHERRY_STRUCT(name)                                                                                            \
  struct name {                                                                                                        \
    using Layout = abi::name;
#define WHERRY_FIELD(type, name, ...) Field<decltype(Layout::name)> name;
#define WHERRY_END                                                                                                     \
  }                                                                                                                    \
  ;
#include "kernel_abi/module.def"
#undef WHERRY_STRUCT
#undef WHERRY_FIELD
#undef WHERRY_END

}  // namespace record

// The record as a constant of an anonymous structure type.
#define WHERRY_STRUCT(name) llvm::Constant *constant_of(const llvm::Module &module, const record::name &fields);
#define WHERRY_FIELD(type, name, ...)
#define WHERRY_END
#include "kernel_abi/module.def"
#undef WHERRY_STRUCT
#undef WHERRY_FIELD
#undef WHERRY_END

}  // namespace wherry::compiler
