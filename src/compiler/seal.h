#pragma once
#include <cstdint>
#include <string>

namespace wherry::compiler {

// A wherry binary (kernel_abi/binary.h) of an ELF shared object made on and for this CPU.
std::string seal(std::string elf, uint64_t compiler_id);

}  // namespace wherry::compiler
