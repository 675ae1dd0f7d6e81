// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/seal.h"

#include "kernel_abi/abi.h"
#include "llvm/Support/xxhash.h"

namespace wherry::compiler {

std::string seal(std::string content, abi::BinaryKind kind, const cpu::Features &cpu, uint64_t compiler_id,
                 const std::string &object) {
  abi::Seal seal{};
  std::memcpy(seal.magic, abi::kSealMagic, sizeof seal.magic);
  seal.abi_version = abi::kVersion;
  seal.cpu_features = cpu;
  seal.kind = kind;
  seal.compiler_id = compiler_id;
  seal.content_size = content.size();
  seal.object_size = object.size();
  content += object;
  content.append(reinterpret_cast<const char *>(&seal), offsetof(abi::Seal, checksum));
  seal.checksum = llvm::xxh3_64bits(llvm::StringRef(content));
  content.append(reinterpret_cast<const char *>(&seal.checksum), sizeof seal.checksum);
  return content;
}

}  // namespace wherry::compiler
