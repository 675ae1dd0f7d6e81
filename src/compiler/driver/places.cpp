// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/places.h"

#include "compiler/frontend/opencl_c.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace wherry::compiler {

namespace {

// Addresses and contents of the sections with code.
std::string code_of(const ObjectFile &file) {
  std::string code;
  for (const SectionRef &section : file.sections()) {
    if (!section.isText()) continue;
    Expected<StringRef> contents = section.getContents();
    if (!contents) {
      consumeError(contents.takeError());
      return "";
    }
    code += std::to_string(section.getAddress()) + ":" + contents->str();
  }
  return code;
}

std::unique_ptr<ObjectFile> read(StringRef bytes) {
  Expected<std::unique_ptr<ObjectFile>> file = ObjectFile::createELFObjectFile(MemoryBufferRef(bytes, "kernel.so"));
  if (file) return std::move(*file);
  consumeError(file.takeError());
  return nullptr;
}

}  // namespace

std::string place_of(StringRef with_lines, StringRef executable, uint64_t address) {
  const auto file = read(with_lines), ran = read(executable);
  if (!file || !ran || code_of(*file).empty() || code_of(*file) != code_of(*ran)) return "";
  const auto lines = DWARFContext::create(*file);
  // An instruction that the optimiser has made from several lines has no line: take the nearest one before.
  constexpr uint64_t kReach = 256;
  for (uint64_t back = 0; back <= std::min(kReach, address); ++back) {
    const std::optional<DILineInfo> found = lines->getLineInfoForAddress(
        {address - back, SectionedAddress::UndefSection}, DILineInfoSpecifier::FileLineInfoKind::RawValue);
    if (!found || found->Line == 0) continue;
    std::string place = std::to_string(found->Line);
    if (found->Column) place += ":" + std::to_string(found->Column);
    return (found->FileName == kMainFile ? "line " : found->FileName + ":") + place;
  }
  return "";
}

}  // namespace wherry::compiler
