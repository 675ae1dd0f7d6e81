// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/link_near_texels.h"

#include "compiler/lower/image_calls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace wherry::compiler {

// Descriptors do not change in a launch. Calls, for uncommon formats and for texels outside, are rare: they must
// not cost the rest registers.
static void prepare(Function &function) {
  constexpr uint32_t kOften = 2000;  // as of LLVM's own `expect`
  MDNode *none = MDNode::get(function.getContext(), {});
  SmallPtrSet<const BasicBlock *, 2> rare;
  for (Instruction &instruction : instructions(function)) {
    if (auto *load = dyn_cast<LoadInst>(&instruction);
        load && isa<Argument>(load->getPointerOperand()->stripInBoundsConstantOffsets()))
      load->setMetadata(LLVMContext::MD_invariant_load, none);
    if (isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction)) rare.insert(instruction.getParent());
  }
  for (BasicBlock &block : function) {
    Instruction &last = *block.getTerminator();
    if (last.getNumSuccessors() < 2 || none_of(successors(&block), [&](auto *next) { return rare.contains(next); }))
      continue;
    SmallVector<uint32_t> weights;
    for (const BasicBlock *next : successors(&block)) weights.push_back(rare.contains(next) ? 1 : kOften);
    setBranchWeights(last, weights, /*IsExpected=*/false);
  }
  for (const char *text : {"target-cpu", "target-features", "tune-cpu"}) function.removeFnAttr(text);
}

Error link_near_texels(Module &module, const std::string &path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file) return createStringError("error: cannot read " + path + ": " + file.getError().message() + "\n");
  auto library = getLazyBitcodeModule((*file)->getMemBufferRef(), module.getContext());
  if (!library) return library.takeError();
  SmallVector<std::string> names;
  for (const Function &function : module)
    if (const Function *found = (*library)->getFunction(function.getName());
        function.isDeclaration() && found && !found->isDeclaration() && !function.use_empty())
      names.push_back(function.getName().str());
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  for (const char *name : {"llvm.module.flags", "opencl.ocl.version", "opencl.spir.version", "llvm.ident"})
    if (NamedMDNode *list = (*library)->getNamedMetadata(name)) (*library)->eraseNamedMetadata(list);
  if (Linker::linkModules(module, std::move(*library), Linker::LinkOnlyNeeded))
    return createStringError("error: " + path + " could not be linked in\n");
  for (const std::string &name : names) {
    Function &function = *module.getFunction(name);
    prepare(function);
    for (User *user : make_early_inc_range(function.users())) {
      auto &call = cast<CallInst>(*user);
      // The format is the same for a whole loop: predicted comparisons cost less than a jump by a table.
      call.getFunction()->addFnAttr("no-jump-tables", "true");
      InlineFunctionInfo info;
      [[maybe_unused]] const InlineResult inlined = InlineFunction(call, info);
      assert(inlined.isSuccess());
    }
    function.eraseFromParent();
  }
  call_planes(module);
  return Error::success();
}

}  // namespace wherry::compiler
