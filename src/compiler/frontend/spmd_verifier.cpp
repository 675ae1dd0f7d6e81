// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/spmd_verifier.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/image_calls.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

class Verifier {
 public:
  Verifier(const Module &module, SpmdForm form) : module_(module), form_(form), out_(text_) {}

  std::string run() {
    if (!has_options(module_)) breach("the module has no flags with its options (ModuleOptions::write)");
    for (const GlobalVariable &variable : module_.globals()) check(variable);
    for (const Function &function : module_) check(function);
    return text_;
  }
  std::string run(const Function &function) {
    check(function);
    return text_;
  }

 private:
  void breach(const Twine &what) { out_ << (text_.empty() ? "" : "\n") << what; }

  void check(const GlobalVariable &variable) {
    if (variable.getAddressSpace() > kGenericSpace)
      breach("variable '" + variable.getName() + "' stands in an address space that OpenCL has not");
    if (variable.getAddressSpace() == kLocalSpace && variable.hasInitializer() &&
        !isa<UndefValue>(variable.getInitializer()))
      breach("local variable '" + variable.getName() + "' has an initial value");
  }

  void check(const Function &function) {
    if (const Intrinsic id = intrinsic_of(function); id != Intrinsic::none) return check_intrinsic(function, id);
    if (function.getName().starts_with("__wherry_") && !is_image_function(function) && function.isDeclaration())
      return breach("'" + function.getName() + "' is no intrinsic of ir/intrinsics.def");
    if (is_kernel(function)) check_kernel(function);
    const bool of_group = is_work_group_function(function);
    const KernelFacts facts = of_group ? KernelFacts::of(const_cast<Function &>(function)) : KernelFacts{};
    if (of_group) check_work_group_function(function);
    for (const Instruction &instruction : instructions(function)) {
      check(instruction);
      if (of_group) check_stage(instruction, facts);
    }
  }

  void check_intrinsic(const Function &function, Intrinsic id) {
    if (form_ == SpmdForm::linked && function.getFunctionType() != type_of(id, module_.getContext()))
      breach("'" + function.getName() + "' has another type than ir/intrinsics.def says");
    for (const Use &use : function.uses()) {
      auto *call = dyn_cast<CallInst>(use.getUser());
      if (!call || !call->isCallee(&use)) breach("'" + function.getName() + "' is used for more than calls");
    }
  }

  void check_kernel(const Function &kernel) {
    if (!kernel.getReturnType()->isVoidTy()) breach("kernel '" + kernel.getName() + "' returns a value");
    for (const Argument &argument : kernel.args())
      if (argument.getType()->isPointerTy() && !argument.hasByValAttr() &&
          argument.getType()->getPointerAddressSpace() == kPrivateSpace)
        breach("kernel '" + kernel.getName() + "' has a pointer to private memory as an argument");
  }

  void check_work_group_function(const Function &group) {
    const FunctionType *type = group.getFunctionType();
    if (!type->getReturnType()->isVoidTy() || type->getNumParams() != 2 || !type->getParamType(0)->isPointerTy() ||
        !type->getParamType(1)->isPointerTy())
      breach("work-group function '" + group.getName() + "' is not void(ptr args, ptr context)");
  }

  void check(const Instruction &instruction) {
    const Function &function = *instruction.getFunction();
    auto is_foreign = [this](const Type *type) {
      return isa<ScalableVectorType>(type) || (form_ == SpmdForm::linked && isa<TargetExtType>(type)) ||
             (type->isPointerTy() && type->getPointerAddressSpace() > kGenericSpace);
    };
    if (is_foreign(instruction.getType()) ||
        any_of(instruction.operands(), [&](const Use &use) { return is_foreign(use->getType()); }))
      breach("'" + function.getName() + "' has a value of an opaque type, or of an unknown address space");
    if (isa<InvokeInst, CallBrInst, IndirectBrInst, LandingPadInst, ResumeInst, VAArgInst>(instruction))
      breach("'" + function.getName() +
             "' has an instruction that OpenCL knows no meaning of: " + instruction.getOpcodeName());
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      if (variable->getAddressSpace() != kPrivateSpace)
        breach("'" + function.getName() + "' allocates outside of private memory");
      if (!isa<ConstantInt>(variable->getArraySize()))
        breach("'" + function.getName() + "' allocates a number of elements that is not known");
    }
  }

  // Intrinsics that an earlier pass has lowered must not appear again.
  void check_stage(const Instruction &instruction, const KernelFacts &facts) {
    const Intrinsic id = intrinsic_of(instruction);
    auto late = [&](const char *behind) {
      breach("kernel '" + facts.name + "' has '" + info_of(id).name + "' behind " + behind);
    };
    // Global ids stay until it is known how work-items are grouped (lower-global-ids).
    if (id != Intrinsic::none && info_of(id).lowering == Lowering::kernel_entry &&
        (id != Intrinsic::__wherry_global_id || facts.regions != 0))
      late("kernel-entry");
    if (facts.regions == 0) {
      if (instruction.hasMetadata(kItemLoop) || instruction.hasMetadata(kOuterItemLoop))
        breach("kernel '" + facts.name + "' has an item loop before form-regions");
      return;
    }
    const Lowering lowering = info_of(id).lowering;
    if (id == Intrinsic::__wherry_yield) {  // outline-sub-groups makes it a call of the host
      if (!facts.waits) breach("kernel '" + facts.name + "' has '" + info_of(id).name + "' without a spin wait");
      return;
    }
    if (id != Intrinsic::none && lowering != Lowering::vectoriser && lowering != Lowering::checked_mode &&
        lowering != Lowering::kernel_entry)
      late("form-regions");
  }

  const Module &module_;
  const SpmdForm form_;
  std::string text_;
  raw_string_ostream out_;
};

}  // namespace

std::string spmd_breaches(const Module &module, SpmdForm form) { return Verifier(module, form).run(); }
std::string spmd_breaches(const Function &function, SpmdForm form) {
  return Verifier(*function.getParent(), form).run(function);
}

PreservedAnalyses SpmdVerifierPass::run(Module &module, ModuleAnalysisManager &) {
  if (const std::string breaches = spmd_breaches(module, SpmdForm::linked); !breaches.empty())
    fail(module, "the module is not in SPMD form: " + breaches);
  return PreservedAnalyses::all();
}

}  // namespace wherry::compiler
