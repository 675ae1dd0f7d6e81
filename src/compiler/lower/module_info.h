// The exported description of a module's kernels: abi::Module.
#pragma once
#include "compiler/lower/kernel_entry.h"
#include "compiler/pipeline.h"
#include "compiler/lower/regions/regions.h"

namespace wherry::compiler {

struct LoweredKernel {
  KernelFrame frame;
  RegionSummary summary;
  bool checked = false, scheduled = false;
  bool rows = false;        // lanes reach memory in rows
  bool joins_rows = false;  // of work-items
  uint32_t streamed_bytes = 0;
};

// reqd_work_group_size; 0 0 0 of a kernel without one.
std::array<uint64_t, 3> required_size(const llvm::Function &kernel);

// `variable_bytes`: of program-scope variables.
void emit_module_info(llvm::Module &module, llvm::ArrayRef<LoweredKernel> kernels, uint64_t variable_bytes,
                      const LowerOptions &options);

}  // namespace wherry::compiler
