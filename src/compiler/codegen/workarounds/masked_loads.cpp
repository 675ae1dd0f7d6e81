// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/masked_loads.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Runs before the peephole optimiser, which would fold the loads. It folds none into a COPY, and the register coalescer
// removes the COPY.
class KeepMaskedLoads : public MachineFunctionPass {
 public:
  KeepMaskedLoads() : MachineFunctionPass(id_) {}
  StringRef getPassName() const override { return "Masked loads kept separate"; }

  bool runOnMachineFunction(MachineFunction &function) override {
    const TargetInstrInfo &instructions = *function.getSubtarget().getInstrInfo();
    MachineRegisterInfo &registers = function.getRegInfo();
    bool changed = false;
    for (MachineBasicBlock &block : function)
      for (MachineInstr &load : make_early_inc_range(block)) {
        if (!load.mayLoad() || !load.canFoldAsLoad() || !has_mask(load, registers)) continue;
        const Register loaded = load.getOperand(0).getReg();
        if (!registers.hasOneNonDBGUser(loaded)) continue;
        const Register copy = registers.cloneVirtualRegister(loaded);
        registers.replaceRegWith(loaded, copy);
        load.getOperand(0).setReg(loaded);
        BuildMI(block, std::next(load.getIterator()), load.getDebugLoc(), instructions.get(TargetOpcode::COPY), copy)
            .addReg(loaded, RegState::Kill);
        changed = true;
      }
    return changed;
  }

 private:
  static bool has_mask(const MachineInstr &load, const MachineRegisterInfo &registers) {
    const TargetRegisterInfo &target = *registers.getTargetRegisterInfo();
    return any_of(load.uses(), [&](const MachineOperand &operand) {
      return operand.isReg() && operand.getReg().isVirtual() &&
             StringRef(target.getRegClassName(registers.getRegClass(operand.getReg()))).starts_with("VK");
    });
  }

  static char id_;
};

char KeepMaskedLoads::id_ = 0;

}  // namespace

void keep_masked_loads() {
  static const RegisterTargetPassConfigCallback callback(
      [](TargetMachine &, PassManagerBase &, TargetPassConfig *passes) {
        passes->insertPass(&MachineSinkingLegacyID, new KeepMaskedLoads);
      });
}

}  // namespace wherry::compiler
