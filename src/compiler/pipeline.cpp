#include "compiler/pipeline.h"

#include "compiler/async/modes.h"
#include "compiler/frontend/canonicalise/division.h"
#include "compiler/async/copy_elision.h"
#include "compiler/frontend/canonicalise/halves.h"
#include "compiler/opt/narrow_phis.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/register_blocking.h"
#include "compiler/lower/kernel_entry.h"
#include "compiler/opt/lane_dimension.h"
#include "compiler/lower/module_info.h"
#include "compiler/opt/compare_known_bits.h"
#include "compiler/opt/narrow_integers.h"
#include "compiler/lower/precompiled.h"
#include "compiler/async/prefetch_ahead.h"
#include "compiler/opt/prefetch.h"
#include "compiler/lower/regions/regions.h"
#include "compiler/opt/simplify.h"
#include "compiler/opt/nontemporal_stores.h"
#include "compiler/vectorise/vectorise.h"
#include "kernel_abi/limits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Past this point nothing is called but by C's convention. Only the work-group functions are kept.
void use_host_convention(Module &module) {
  for (Function &function : module) {
    if (!function.isDeclaration() && function.getCallingConv() != CallingConv::C)
      function.setLinkage(GlobalValue::InternalLinkage);
    function.setCallingConv(CallingConv::C);
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (auto *call = dyn_cast<CallBase>(&instruction)) call->setCallingConv(CallingConv::C);
  }
}

// A call stops the vectoriser, so more is inlined than for scalar code; what calls itself cannot be.
void inline_small_functions(Module &module) {
  constexpr uint64_t kMostInstructions = 4000, kTooMany = 1'000'000;
  DenseMap<const Function *, uint64_t> sizes;
  auto size_of = [&](auto &self, const Function &function) -> uint64_t {
    auto [found, fresh] = sizes.try_emplace(&function, kTooMany);  // what is met again while it is measured
    if (!fresh) return found->second;
    uint64_t size = 0;
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block) {
        ++size;
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (const Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
            size += self(self, *callee);
      }
    return sizes[&function] = std::min(size, kTooMany);
  };
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasLocalLinkage() && !function.hasFnAttribute(Attribute::NoInline) &&
        size_of(size_of, function) * function.getNumUses() <= kMostInstructions)
      function.addFnAttr(Attribute::AlwaysInline);
}

// The lanes of a sub-group go together through all that its work-items call.
void inline_everything(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasLocalLinkage() &&
        function.getCallingConv() != CallingConv::SPIR_KERNEL) {
      function.removeFnAttr(Attribute::NoInline);
      function.removeFnAttr(Attribute::OptimizeNone);
      function.addFnAttr(Attribute::AlwaysInline);
      for (User *user : function.users())
        if (auto *call = dyn_cast<CallInst>(user)) call->removeFnAttr(Attribute::NoInline);
    }
}

// One worker runs a whole work-group: in local memory nobody comes between.
void lower_local_atomics(Function &function) {
  constexpr unsigned kLocalSpace = 3;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *change = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (change->getPointerAddressSpace() == kLocalSpace) lowerAtomicRMWInst(change);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      if (exchange->getPointerAddressSpace() == kLocalSpace) lowerAtomicCmpXchgInst(exchange);
    }
}

// Of the variables that the program has in global memory, before any is found to be unused.
Expected<uint64_t> program_scope_bytes(const Module &module) {
  constexpr unsigned kGlobalSpace = 1;
  constexpr uint64_t kMost = 1 << 30;  // the code reaches so far
  uint64_t bytes = 0;
  for (const GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == kGlobalSpace && !variable.isDeclaration())
      bytes = SaturatingAdd<uint64_t>(bytes, module.getDataLayout().getTypeAllocSize(variable.getValueType()));
  if (bytes > kMost)
    return createStringError("error: the program-scope variables take " + std::to_string(bytes) + " bytes");
  return bytes;
}

// Code that the passes broke computes something, but not what was written: a crash as any other.
void verify(const KernelFrame &frame) {
  std::string faults;
  raw_string_ostream text(faults);
  if (verifyFunction(*frame.group, &text))
    report_fatal_error(Twine("invalid code of kernel '") + frame.name + "'\n" + faults);
}

std::string explain(const LoweredKernel &kernel) {
  const RegionSummary &summary = kernel.summary;
  std::string text;
  raw_string_ostream(text) << "kernel '" << kernel.frame.name << "': " << summary.regions << " region"
                           << (summary.regions == 1 ? "" : "s") << ", " << summary.loops
                           << " run by a loop over work-items, the others once for the group; work-item context "
                           << summary.context_bytes << " bytes, private memory " << summary.private_bytes
                           << " bytes, static local memory " << kernel.frame.local_bytes << " bytes"
                           << (kernel.frame.lane_dimension
                                   ? "; neighbours in dimension " + std::to_string(kernel.frame.lane_dimension) +
                                         " run together"
                                   : "")
                           << (kernel.frame.any_groups ? "; its work-items may be grouped otherwise" : "")
                           << (summary.may_part ? "; work-items may part before a work-group operation" : "") << "\n";
  return text;
}

}  // namespace

Error lower_kernels(Module &module, const LowerOptions &options) {
  Expected<uint64_t> variable_bytes = program_scope_bytes(module);
  if (!variable_bytes) return variable_bytes.takeError();
  declare_intrinsics(module);
  declare_precompiled(module);
  make_divisions_total(module);
  clamp_to_halves(module);
  bool check = options.check_async && uses_async_copies(module);
  if (Error failure = mark_group_functions(module, check)) return failure;

  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration())
      kernels.push_back(&function);

  std::vector<LoweredKernel> lowered;
  for (Function *kernel : kernels) {
    Known known = options.known;
    if (!known.local_size[0] && options.uniform_work_groups) known.local_size = required_size(*kernel);
    Expected<KernelFrame> frame = make_group_function(*kernel, known);
    if (!frame) return frame.takeError();
    lowered.push_back({std::move(*frame), {}});
  }
  use_host_convention(module);
  const bool sub_groups = any_of(lowered, [](const LoweredKernel &kernel) { return kernel.frame.sub_groups; });
  VectorOptions vectors = options.vectors;
  vectors.sub_groups_only = !options.optimize || vectors.width == 1;
  if (sub_groups) inline_everything(module);
  if (!vectors.sub_groups_only) inline_small_functions(module);
  simplify(module, options.optimize || sub_groups);

  for (LoweredKernel &kernel : lowered) {
    Function &group = *kernel.frame.group;
    if (kernel.frame.sub_groups) let_dead_ends_return(group);
    if (options.optimize && !options.check_async && !options.schedule_async)
      elide_copies(kernel.frame, options.log ? *options.log : nulls());
    kernel.checked = check && instrument(kernel.frame);
    if (Error failure = place_local_variables(kernel.frame)) return failure;
    kernel.scheduled = options.schedule_async && release_copies(kernel.frame);
    if (options.optimize && kernel.frame.local_size[0]) compare_multiples(group, kernel.frame.local_size);
    if (!vectors.sub_groups_only && !kernel.frame.sub_groups)
      kernel.frame.lane_dimension = lane_dimension(kernel.frame);
    if (!vectors.sub_groups_only) prepare_to_cross(group);
    Expected<RegionSummary> summary =
        form_regions(kernel.frame, kernel.scheduled ? ItemOrder::by_the_group : ItemOrder::first_to_last);
    if (!summary) return summary.takeError();
    if (kernel.checked) lower_arrivals(group);
    kernel.summary = *summary;
    if (summary->copies && options.optimize && !kernel.checked && !kernel.scheduled) allow_prefetch_ahead(group);
  }
  for (LoweredKernel &kernel : lowered) {
    if (options.remarks) *options.remarks += explain(kernel);
    if (!vectors.sub_groups_only) {
      narrow_index_phis(*kernel.frame.group);
      narrow_integers(*kernel.frame.group);
      kernel.joins_rows = join_rows(*kernel.frame.group, vectors.register_bits);
      if (kernel.joins_rows && options.remarks)
        *options.remarks +=
            "  " + std::to_string(abi::kJointRows) + " rows of work-items together, which load the same\n";
    }
    verify(kernel.frame);
    if (!vectors.sub_groups_only || kernel.frame.sub_groups) {
      vectors.any_groups = kernel.frame.any_groups;
      Expected<bool> rows = vectorize(*kernel.frame.group, vectors, kernel.frame.sub_group_size, options.remarks);
      if (!rows) return rows.takeError();
      kernel.rows = *rows;
      if (options.optimize) prefetch_rows(*kernel.frame.group);
      verify(kernel.frame);
      if (options.optimize) kernel.streamed_bytes = streamed_bytes(*kernel.frame.group);
    }
    leave_conditions_to_us(*kernel.frame.group);
  }
  for (Function &function : module) lower_local_atomics(function);
  emit_module_info(module, lowered, *variable_bytes, options);
  return Error::success();
}

}  // namespace wherry::compiler
