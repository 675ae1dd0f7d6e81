// SPDX-License-Identifier: Apache-2.0
// make_private_tbb FILE: run at build time on the private copy of oneTBB. If a oneTBB worker calls exit(), as callbacks
// and native kernels may, then the destructors of oneTBB's static objects crash. This program keeps oneTBB from
// registering them: it replaces the references to __cxa_atexit by references to sched_yield, which has the same symbol
// version, ignores its arguments and returns 0.
#include <elf.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  std::fstream file(argv[1], std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (bytes.size() < sizeof(Elf64_Ehdr) || bytes.compare(0, SELFMAG, ELFMAG) != 0) {
    std::fprintf(stderr, "%s is no ELF file\n", argv[1]);
    return 1;
  }
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(bytes.data());
  const std::span sections(reinterpret_cast<const Elf64_Shdr *>(bytes.data() + header->e_shoff), header->e_shnum);
  for (const Elf64_Shdr &section : sections) {
    if (section.sh_type != SHT_DYNSYM) continue;
    const char *names = bytes.data() + sections[section.sh_link].sh_offset;
    auto *first = reinterpret_cast<Elf64_Sym *>(bytes.data() + section.sh_offset);
    Elf64_Sym *registers = nullptr;
    const Elf64_Sym *harmless = nullptr;
    for (Elf64_Sym &symbol : std::span(first, section.sh_size / sizeof *first)) {
      if (symbol.st_shndx != SHN_UNDEF) continue;
      if (std::strcmp(names + symbol.st_name, "__cxa_atexit") == 0) registers = &symbol;
      if (std::strcmp(names + symbol.st_name, "sched_yield") == 0) harmless = &symbol;
    }
    if (!registers || !harmless) break;
    registers->st_name = harmless->st_name;
    file.clear();
    file.seekp(0);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file.flush() ? 0 : 1;
  }
  std::fprintf(stderr, "%s has no references to both __cxa_atexit and sched_yield\n", argv[1]);
  return 1;
}
