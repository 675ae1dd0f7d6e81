// SPDX-License-Identifier: Apache-2.0
// A program's kernels in parts, which are compiled side by side. Each part of many kernels has a process of its own: an
// LLVM context serves one thread, and a forked child has the linked module already. A few kernels are not worth a
// child: they become two parts on two threads of one process, whose LLVM has been at work already.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Module;
}

namespace wherry::compiler {

// Remarks of passes on a kernel.
struct KernelRemarks {
  std::string kernel, text;

  template <class Self, class F> static void fields(Self &self, F &&f) { f(self.kernel), f(self.text); }
};

// "symbol=value", for the linker.
struct LinkerSymbol {
  std::string definition;

  template <class Self, class F> static void fields(Self &self, F &&f) { f(self.definition); }
};

// The object file of a module, or of a part; at an earlier stage, the text of that stage.
struct MachineCode {
  uint32_t failed = 0;  // 1: the log says why, and nothing else is here
  std::string log, object;
  std::vector<KernelRemarks> remarks;
  std::vector<LinkerSymbol> symbols;
  uint32_t calls_math = 0, calls_images = 0;  // 1: it does

  template <class Self, class F> static void fields(Self &self, F &&f) {
    f(self.failed), f(self.log), f(self.object), f(self.remarks), f(self.symbols), f(self.calls_math);
    f(self.calls_images);
  }
};

// The number of kernels of each part, in the module's order; empty if the module stays whole: a small one, or one whose
// kernels share more than code. The same for each run and machine.
std::vector<unsigned> divide(const llvm::Module &module);

// Deletes all kernels but those of one part. `module_info` joins the parts' kernels.
void keep_part(llvm::Module &module, const std::vector<unsigned> &parts, unsigned part);

// Divides a module of work-group functions in two parts of about the same number of instructions. Returns how many
// kernels are the first part; the others, and all functions for reshaped launches (opt/reshape), are the second. 0: the
// module stays whole.
unsigned divide_functions(llvm::Module &module);
// Deletes all work-group functions but those of part 0 or 1. `module_info` and the linker join the records.
void keep_functions(llvm::Module &module, unsigned first, unsigned part);

// make(i) for each part, in a forked child each, as many at once as there are CPUs. If a child ends by a signal, this
// process raises the same one.
std::vector<MachineCode> in_children(unsigned parts, llvm::function_ref<MachineCode(unsigned)> make);

}  // namespace wherry::compiler
