// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/kept_registers.h"

#include <algorithm>

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Function.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

MCRegister frame_pointer(const TargetRegisterInfo &registers) {
  for (unsigned number = 1; number < registers.getNumRegs(); ++number)
    if (StringRef(registers.getName(number)) == "RBP") return number;
  return {};
}

// Behind instruction selection: what lies between relies on the calls' lists of registers.
class KeepFramePointer : public MachineFunctionPass {
 public:
  static char ID;
  KeepFramePointer() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Keep the frame pointer in calls"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(MachineFunction &function) override {
    const TargetRegisterInfo &registers = *function.getSubtarget().getRegisterInfo();
    const uint32_t *plain = registers.getCallPreservedMask(function, CallingConv::Intel_OCL_BI);
    const uint32_t *mask = nullptr;
    for (MachineBasicBlock &block : function)
      for (MachineInstr &instruction : block) {
        if (!keeps(instruction)) continue;
        for (MachineOperand &operand : instruction.operands()) {
          if (!operand.isRegMask() || operand.getRegMask() != plain) continue;
          if (!mask) mask = with_frame_pointer(function, registers, plain);
          operand.setRegMask(mask);
        }
      }
    return mask;
  }

 private:
  static bool keeps(const MachineInstr &call) {
    return call.isCall() && any_of(call.operands(), [](const MachineOperand &operand) {
             auto *callee = operand.isGlobal() ? dyn_cast<Function>(operand.getGlobal()) : nullptr;
             return callee && callee->hasFnAttribute(kKeepsFramePointer);
           });
  }

  static const uint32_t *with_frame_pointer(MachineFunction &function, const TargetRegisterInfo &registers,
                                            const uint32_t *plain) {
    uint32_t *mask = function.allocateRegMask();
    std::copy_n(plain, MachineOperand::getRegMaskSize(registers.getNumRegs()), mask);
    for (MCRegister part : registers.subregs_inclusive(frame_pointer(registers)))
      mask[part.id() / 32] |= 1u << part.id() % 32;
    return mask;
  }
};
char KeepFramePointer::ID;

}  // namespace

void keep_frame_pointer_in_calls() {
  static const RegisterTargetPassConfigCallback added([](TargetMachine &, PassManagerBase &, TargetPassConfig *passes) {
    passes->insertPass(&FinalizeISelID, new KeepFramePointer);
  });
}

}  // namespace wherry::compiler
