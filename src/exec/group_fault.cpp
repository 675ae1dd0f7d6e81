// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <cstring>

#include "exec/executor.h"

namespace wherry::exec {

namespace {

std::string hexadecimal(uintptr_t number) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "0x%zx", static_cast<size_t>(number));
  return digits;
}

bool is_trap(uintptr_t instruction) {
  constexpr unsigned char kUd2[] = {0x0f, 0x0b};
  return std::memcmp(reinterpret_cast<const void *>(instruction), kUd2, sizeof kUd2) == 0;
}

std::string deed_of(const GroupFault &found) {
  const process::Fault &fault = found.fault;
  switch (fault.signal) {
  case SIGFPE: return "divides by 0, or the quotient does not fit (SIGFPE)";
  case SIGILL:
    return is_trap(fault.instruction) ? "runs a trap (SIGILL)"
                                      : "runs an instruction that the CPU does not have (SIGILL)";
  case SIGTRAP: return "runs a trap (SIGTRAP)";
  default: break;
  }
  const std::string signal = fault.signal == SIGBUS ? " (SIGBUS)" : " (SIGSEGV)";
  if (found.overflows_stack) return "overflows its stack" + signal;
  if (!fault.has_address) return "uses an address that is not aligned, or that no memory can have" + signal;
  const char *verb = fault.address == fault.instruction ? "jumps to " : fault.writes ? "writes to " : "reads ";
  return verb + hexadecimal(fault.address) + signal;
}

}  // namespace

std::string GroupFault::text(const std::string &place) const {
  std::string where = place;
  if (site && site->line) {
    where = *site->file ? site->file + std::string(":") : "line ";
    where += std::to_string(site->line) + ":" + std::to_string(site->column);
  }
  std::string text = std::string("kernel '") + kernel->name + "', ";
  if (!where.empty()) text += where + ", ";
  text += "work-group (" + std::to_string(group_id[0]) + "," + std::to_string(group_id[1]) + "," +
          std::to_string(group_id[2]) + "): ";
  if (site) text += "an async copy, or the wait for one, ";
  return text + deed_of(*this);
}

}  // namespace wherry::exec
