// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/gather_indices.h"

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

// Runs behind ProcessImplicitDefs, which marks undefined operands, those too that InitUndef does not see because a COPY
// of an IMPLICIT_DEF stands between, as of a freeze.
class DefineGatherIndices : public MachineFunctionPass {
 public:
  DefineGatherIndices() : MachineFunctionPass(id_) {}
  StringRef getPassName() const override { return "Gathers' indices defined"; }

  bool runOnMachineFunction(MachineFunction &function) override {
    const TargetInstrInfo &instructions = *function.getSubtarget().getInstrInfo();
    MachineRegisterInfo &registers = function.getRegInfo();
    bool changed = false;
    for (MachineBasicBlock &block : function)
      for (MachineInstr &gather : block) {
        if (!gather.mayLoad() || !instructions.getName(gather.getOpcode()).contains("GATHER")) continue;
        for (MachineOperand &index : gather.uses()) {
          if (!index.isReg() || !index.isUndef() || index.isTied() || !index.getReg().isVirtual()) continue;
          const TargetRegisterClass *kind = registers.getRegClass(index.getReg());
          const unsigned zero = zero_of(kind, registers, instructions);
          if (!zero) continue;
          const Register defined = registers.createVirtualRegister(kind);
          BuildMI(block, gather, gather.getDebugLoc(), instructions.get(zero), defined);
          index.setReg(defined);
          index.setIsUndef(false);
          changed = true;
        }
      }
    return changed;
  }

 private:
  // X86's opcodes stand in no installed header. 0: not a register of vectors.
  static unsigned zero_of(const TargetRegisterClass *kind, const MachineRegisterInfo &registers,
                          const TargetInstrInfo &instructions) {
    static const StringMap<unsigned> found = [&] {
      StringMap<unsigned> all;
      for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); ++opcode)
        if (const StringRef name = instructions.getName(opcode); name.ends_with("_SET0")) all[name] = opcode;
      return all;
    }();
    const StringRef name = registers.getTargetRegisterInfo()->getRegClassName(kind);
    if (name.starts_with("VR512")) return found.at("AVX512_512_SET0");
    if (name.starts_with("VR256")) return found.at(name.ends_with("X") ? "AVX512_256_SET0" : "AVX_SET0");
    if (name.starts_with("VR128")) return found.at(name.ends_with("X") ? "AVX512_128_SET0" : "V_SET0");
    return 0;
  }

  static char id_;
};

char DefineGatherIndices::id_ = 0;

}  // namespace

void define_gather_indices() {
  static const RegisterTargetPassConfigCallback callback(
      [](TargetMachine &, PassManagerBase &, TargetPassConfig *passes) {
        passes->insertPass(&ProcessImplicitDefsID, new DefineGatherIndices);
      });
}

}  // namespace wherry::compiler
