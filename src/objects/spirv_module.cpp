// SPDX-License-Identifier: Apache-2.0
#include "objects/spirv_module.h"

#include <cstring>
#include <set>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <vector>

#include "kernel_abi/protocol.h"

namespace wherry::runtime {
namespace {

constexpr size_t kHeaderWords = 5;
constexpr uint32_t kNewestVersion = 0x10600;

// Decorations and types come before the constants that they are of.
struct Scan {
  std::map<uint32_t, std::set<uint32_t>> ids;  // SpecIds by the id that they decorate
  std::map<uint32_t, size_t> sizes;            // bytes of scalar types
  std::map<uint32_t, size_t> constants;

  void read(spv::Op op, std::span<const uint32_t> operands) {
    const size_t count = operands.size();
    if (op == spv::Op::OpDecorate && count >= 3 && operands[1] == uint32_t(spv::Decoration::SpecId)) {
      ids[operands[0]].insert(operands[2]);
    } else if (op == spv::Op::OpGroupDecorate && count >= 1) {
      const auto group = ids[operands[0]];
      for (uint32_t target : operands.subspan(1)) ids[target].insert(group.begin(), group.end());
    } else if (op == spv::Op::OpTypeBool && count >= 1) {
      sizes[operands[0]] = 1;
    } else if ((op == spv::Op::OpTypeInt || op == spv::Op::OpTypeFloat) && count >= 2) {
      sizes[operands[0]] = operands[1] / 8;
    } else if ((op == spv::Op::OpSpecConstant || op == spv::Op::OpSpecConstantTrue ||
                op == spv::Op::OpSpecConstantFalse) &&
               count >= 2) {
      const auto size = sizes.find(operands[0]);
      const auto found = ids.find(operands[1]);
      if (size == sizes.end() || found == ids.end()) return;
      for (uint32_t id : found->second) constants[id] = size->second;
    }
  }
};

}  // namespace

std::optional<SpirvModule> SpirvModule::of(std::string bytes) {
  if (!abi::is_spirv(bytes) || bytes.size() % 4 != 0 || bytes.size() < 4 * kHeaderWords) return std::nullopt;
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  if (words[0] != spv::MagicNumber)
    for (uint32_t &word : words) word = __builtin_bswap32(word);
  if (words[1] < 0x10000 || words[1] > kNewestVersion) return std::nullopt;
  Scan scan;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) break;  // the compiler says so
    const auto op = static_cast<spv::Op>(words[at] & 0xFFFF);
    if (op == spv::Op::OpFunction) break;
    scan.read(op, std::span(words).subspan(at + 1, count - 1));
    at += count;
  }
  return SpirvModule{std::move(bytes), std::move(scan.constants)};
}

}  // namespace wherry::runtime
