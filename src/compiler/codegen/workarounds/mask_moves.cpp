// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/mask_moves.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Right behind instruction selection plain copies are COPY, and every KMOV between masks is there for its zeros. KAND
// of a mask with itself clears as much, and nothing takes it for a copy.
class KeepWidenedMasks : public MachineFunctionPass {
 public:
  KeepWidenedMasks() : MachineFunctionPass(id_) {}
  StringRef getPassName() const override { return "Masks widened with zeros"; }

  bool runOnMachineFunction(MachineFunction &function) override {
    const TargetInstrInfo &instructions = *function.getSubtarget().getInstrInfo();
    bool changed = false;
    for (MachineBasicBlock &block : function)
      for (MachineInstr &instruction : block) {
        if (!instruction.isMoveReg()) continue;
        const StringRef name = instructions.getName(instruction.getOpcode());
        if (!name.starts_with("KMOV") || !name.contains("kk")) continue;
        instruction.setDesc(instructions.get(and_of(name[4], instructions)));
        MachineOperand &mask = instruction.getOperand(1);
        mask.setIsKill(false);
        instruction.addOperand(MachineOperand::CreateReg(mask.getReg(), false));
        changed = true;
      }
    return changed;
  }

 private:
  // X86's opcodes stand in no installed header.
  static unsigned and_of(char width, const TargetInstrInfo &instructions) {
    static const StringMap<unsigned> found = [&] {
      StringMap<unsigned> all;
      for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); ++opcode)
        if (const StringRef name = instructions.getName(opcode); name.starts_with("KAND") && name.ends_with("kk"))
          all[name] = opcode;
      return all;
    }();
    return found.at(("KAND" + Twine(width) + "kk").str());
  }

  static char id_;
};

char KeepWidenedMasks::id_ = 0;

}  // namespace

void keep_widened_masks() {
  static const RegisterTargetPassConfigCallback callback(
      [](TargetMachine &, PassManagerBase &, TargetPassConfig *passes) {
        passes->insertPass(&FinalizeISelID, new KeepWidenedMasks);
      });
}

}  // namespace wherry::compiler
