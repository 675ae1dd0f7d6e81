// SPDX-License-Identifier: Apache-2.0
// Races between commands: a history of the bytes that commands have accessed, kept while a later command may be
// unordered with the access, and the reports of the pairs of commands that race.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "checks/command_order.h"
#include "kernel_abi/abi.h"

namespace wherry::checks {

// Who accesses: a kernel in a line, or another command.
struct CommandPlace {
  std::string command;  // "clEnqueueWriteBuffer"
  std::string kernel;   // of an ND-range: its name
  std::string file;     // "": the program's own source
  uint32_t line = 0, column = 0;
  uint64_t queue = 0;  // its number
  uint64_t hash() const;
};

enum class CommandAccess : uint8_t { read, write, atomic };

// The memory object that a command accesses.
struct CommandObject {
  uint64_t begin, size;  // address, bytes
  std::string name;      // "a buffer", "argument 0 'in'"
  bool is_pipe_end = false;
};

namespace command_races {

// The command accesses bytes [begin, begin + size). Reports what races with that.
void access(const CommandOrder &command, const std::shared_ptr<const CommandPlace> &place, CommandAccess how,
            uint64_t begin, uint64_t size, const CommandObject &object) noexcept;
// The memory serves another purpose next.
void forget(const void *begin, uint64_t size) noexcept;
// The lines reported since the last call, for a callback of the program's.
std::vector<std::string> take();

}  // namespace command_races

}  // namespace wherry::checks
