// The compiler's own passes: SPMD kernels in, work-group functions out.
#pragma once
#include <cstdint>
#include <string>

#include "compiler/lower/kernel_entry.h"
#include "compiler/vectorise/vectorise.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm {
class Module;
}

namespace wherry::compiler {

struct LowerOptions {
  bool optimize = true;
  uint32_t opencl_c_version = 120;  // 100 * major + 10 * minor, of -cl-std
  bool uniform_work_groups = true;  // -cl-uniform-work-group-size, or a language before 2.0
  bool denorms_are_zero = false;    // -cl-denorms-are-zero
  bool check_async = false;         // at most one of these two
  bool schedule_async = false;
  VectorOptions vectors;
  Known known;                       // of all kernels
  llvm::raw_ostream *log = nullptr;  // the build log, for remarks
  std::string *remarks = nullptr;    // what became of each kernel, for --explain
};

// Takes a linked module whose triple and data layout are already the host's, with kernels marked by
// the calling convention SPIR_KERNEL, and leaves host functions behind the exported global
// `wherry_module` (abi::Module). Fails, with a message for the build log, on what OpenCL C forbids
// and Clang lets through (recursion through a barrier).
llvm::Error lower_kernels(llvm::Module &module, const LowerOptions &options);

}  // namespace wherry::compiler
