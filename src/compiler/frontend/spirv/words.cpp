// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/spirv/words.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "llvm/ADT/bit.h"

namespace wherry::compiler::spirv {
namespace {

constexpr size_t kHeaderWords = 5;
constexpr uint32_t kNewestVersion = 0x10600;
// SPIR-V's universal limit on the bound of ids.
constexpr uint32_t kMaxBound = 0x3FFFFF;

constexpr std::pair<uint32_t, const char *> kNames[] = {
    {6116, "OpConvertFToBF16INTEL"},
    {6117, "OpConvertBF16ToFINTEL"},
    {6221, "OpSubgroupBlockPrefetchINTEL"},
#include "spirv_op_names.inc"
};

}  // namespace

void refuse(const llvm::Twine &why) { throw Refused{why.str()}; }

std::string name_of(spv::Op op) {
  const auto *found = std::ranges::find(kNames, static_cast<uint32_t>(op), &std::pair<uint32_t, const char *>::first);
  return found != std::end(kNames) ? found->second : "Op" + std::to_string(static_cast<uint32_t>(op));
}

Literal literal_string(llvm::ArrayRef<uint32_t> operands, size_t index) {
  std::string text;
  for (; index < operands.size(); ++index)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(operands[index] >> shift);
      if (c == 0) return {std::move(text), index + 1};
      text += c;
    }
  refuse("a string has no end");
}

Words decode(llvm::StringRef bytes) {
  require(bytes.size() % 4 == 0, "the module is not a whole number of words");
  require(bytes.size() >= 4 * kHeaderWords, "the module is shorter than its header");
  Words module;
  std::vector<uint32_t> &words = module.words;
  words.resize(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  if (words[0] != spv::MagicNumber)
    for (uint32_t &word : words) word = llvm::byteswap(word);
  require(words[0] == spv::MagicNumber, "the module does not begin with SPIR-V's magic number");
  require(words[1] >= 0x10000 && words[1] <= kNewestVersion && (words[1] & 0xFF0000FF) == 0,
          "the module's version is not one of SPIR-V 1.0 to 1.6");
  module.bound = words[3];
  require(module.bound <= kMaxBound, "the module's bound of ids exceeds SPIR-V's limit");

  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t count = words[at] >> 16;
    Instruction instruction{.op = static_cast<spv::Op>(words[at] & 0xFFFF), .offset = at};
    if (count == 0 || count > words.size() - at)
      refuse(name_of(instruction.op) + " at word " + llvm::Twine(at) + " ends behind the module's end");
    llvm::ArrayRef<uint32_t> rest = llvm::ArrayRef(words).slice(at + 1, count - 1);
    bool has_result = false, has_type = false;
    spv::HasResultAndType(instruction.op, &has_result, &has_type);
    if (instruction.op == kConvertFToBF16 || instruction.op == kConvertBF16ToF) has_result = has_type = true;
    if (rest.size() < size_t{has_result} + size_t{has_type})
      refuse(name_of(instruction.op) + " at word " + llvm::Twine(at) + " is too short");
    if (has_type) instruction.type = rest.consume_front();
    if (has_result) instruction.result = rest.consume_front();
    if (instruction.type >= module.bound || instruction.result >= module.bound)
      refuse(name_of(instruction.op) + " at word " + llvm::Twine(at) + " has an id beyond the module's bound");
    instruction.operands = rest;
    module.instructions.push_back(instruction);
    at += count;
  }
  return module;
}

}  // namespace wherry::compiler::spirv
