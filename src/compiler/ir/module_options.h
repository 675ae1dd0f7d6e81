// SPDX-License-Identifier: Apache-2.0
// The build options that count behind the front end, kept as module flags: compiled objects keep them, LLVM's linker
// joins them, and a .ll file holds them.
#pragma once
#include <cstdint>

#include "platform/process/checks.h"

namespace llvm {
class Module;
}

namespace wherry::compiler {

struct ModuleOptions {
  uint32_t opencl_c_version = 120;     // 100 * major + 10 * minor
  bool optimize = true;                // no -cl-opt-disable
  bool uniform_work_groups = false;    // -cl-uniform-work-group-size, or a language before 2.0
  uint32_t checks = 0;                 // -cl-wherry-check=LIST: bits of platform/process/checks.h
  uint32_t vector_width = 0;           // -cl-wherry-vector-width=N: lanes; 1: none; 0: as many as suit the loop
  bool schedule_async = false;         // -cl-wherry-schedule-async: a schedule performs each async copy
  bool denorms_are_zero = false;       // -cl-denorms-are-zero: the processor flushes them while a kernel runs
  bool independent_sub_groups = true;  // no -cl-no-subgroup-ifp: sub-groups make progress independently of each other
  uint32_t cpu_level = 4;              // -cl-wherry-cpu-level=N: no instructions beyond those of x86-64-vN

  // Precondition: write() has put all flags into the module.
  static ModuleOptions of(const llvm::Module &module);
  void write(llvm::Module &module) const;

  bool checks_for(uint32_t bits) const { return (checks & bits) != 0; }
  // Whether each work-item reports its own accesses or operations.
  bool instruments_items() const { return (checks & ~process::kCheckAsync) != 0; }
  bool vectorises() const { return optimize && vector_width != 1 && !instruments_items(); }
};

// Module flag, of lower/module_info: bytes that the program-scope variables take.
constexpr char kProgramScopeBytes[] = "wherry.program_scope_bytes";
// Module flags of a part of a program (driver/parts): its number, from 0, and the number of all parts' kernels.
constexpr char kPart[] = "wherry.part", kKernelsOfAllParts[] = "wherry.kernels_of_all_parts";

// Whether the module went through write(), and so comes from one of our front ends.
bool has_options(const llvm::Module &module);

}  // namespace wherry::compiler
