// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/spirv/mangle.h"

#include "compiler/frontend/spirv/words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"

namespace wherry::compiler::spirv {
namespace {

const char *scalar(const llvm::Type &type, bool is_unsigned) {
  if (type.isHalfTy()) return "Dh";
  if (type.isFloatTy()) return "f";
  if (type.isDoubleTy()) return "d";
  if (type.isIntegerTy(8)) return is_unsigned ? "h" : "c";
  if (type.isIntegerTy(16)) return is_unsigned ? "t" : "s";
  if (type.isIntegerTy(32)) return is_unsigned ? "j" : "i";
  if (type.isIntegerTy(64)) return is_unsigned ? "m" : "l";
  if (type.isVoidTy()) return "v";
  refuse("no builtin function takes this type");
}

// A substitution as the Itanium ABI numbers them: S_, S0_, ... S9_, SA_, ...
std::string substitution(size_t index) {
  constexpr char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return index == 0 ? "S_" : std::string("S") + digits[(index - 1) % 36] + "_";
}

}  // namespace

MangledName::MangledName(llvm::StringRef function) : text_("_Z" + std::to_string(function.size()) + function.str()) {}

std::string MangledName::spelled(llvm::Type &type, bool is_unsigned) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  if (!vector) return scalar(type, is_unsigned);
  return "Dv" + std::to_string(vector->getNumElements()) + "_" + scalar(*vector->getElementType(), is_unsigned);
}

void MangledName::append_once(const std::string &part, const std::string &spelled) {
  const auto found = llvm::find(known_, part);
  text_ += found != known_.end() ? substitution(static_cast<size_t>(found - known_.begin())) : spelled;
  if (found == known_.end()) known_.push_back(part);
}

void MangledName::add(llvm::Type &type, bool is_unsigned) {
  const std::string name = spelled(type, is_unsigned);
  if (type.isVectorTy())
    append_once(name, name);
  else
    text_ += name;
}

void MangledName::add_pointer(llvm::Type &pointee, bool is_unsigned, unsigned address_space, bool to_const) {
  const std::string qualifiers = (address_space ? "U3AS" + std::to_string(address_space) : "") + (to_const ? "K" : "");
  const std::string name = spelled(pointee, is_unsigned), qualified = qualifiers + name, pointer = "P" + qualified;
  if (const auto found = llvm::find(known_, pointer); found != known_.end()) return append_once(pointer, pointer);
  text_ += "P";
  if (const auto found = llvm::find(known_, qualified); !qualifiers.empty() && found != known_.end()) {
    append_once(qualified, qualified);
  } else {
    text_ += qualifiers;
    add(pointee, is_unsigned);
    if (!qualifiers.empty()) known_.push_back(qualified);
  }
  known_.push_back(pointer);
}

void MangledName::add_opaque(llvm::StringRef name) {
  const std::string part = std::to_string(name.size()) + name.str();
  append_once(part, part);
}

}  // namespace wherry::compiler::spirv
