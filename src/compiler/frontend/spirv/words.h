// SPDX-License-Identifier: Apache-2.0
// A SPIR-V module as a list of instructions, and how one is refused.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp11>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace wherry::compiler::spirv {

using Id = uint32_t;

// Newer than Debian's SPIRV-Headers. (No cases of a switch: they are no enumerators.)
inline constexpr spv::Op kConvertFToBF16 = spv::Op(6116), kConvertBF16ToF = spv::Op(6117),
                         kSubgroupBlockPrefetch = spv::Op(6221);

// Why a module cannot be read. The reader throws it, and read_spirv() turns it into a line of the log.
struct Refused {
  std::string why;
};
[[noreturn]] void refuse(const llvm::Twine &why);
inline void require(bool condition, const char *why) {
  if (!condition) refuse(why);
}

struct Instruction {
  spv::Op op = spv::Op::OpNop;
  Id type = 0, result = 0;                 // 0 where the instruction has none
  llvm::ArrayRef<uint32_t> operands = {};  // without type and result
  size_t offset = 0;                       // index of the first word in the module

  uint32_t operand(size_t index) const {
    if (index >= operands.size()) refuse("an operand is missing");
    return operands[index];
  }
  bool has(size_t index) const { return index < operands.size(); }
};

// "OpIAdd", or "Op123" of an unknown instruction.
std::string name_of(spv::Op op);

// A string literal from `index` on, and the index of the first operand behind it.
struct Literal {
  std::string text;
  size_t end;
};
Literal literal_string(llvm::ArrayRef<uint32_t> operands, size_t index);

struct Words {
  std::vector<uint32_t> words;  // in this machine's byte order
  std::vector<Instruction> instructions;
  Id bound = 0;
};
Words decode(llvm::StringRef bytes);

}  // namespace wherry::compiler::spirv
