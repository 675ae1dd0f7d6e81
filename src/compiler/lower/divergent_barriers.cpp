// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/divergent_barriers.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// A function of its own, out of the vectoriser's sight: the least of `number << 32 | work-item`.
Function *next_operation_function(Module &module, Type *pointer) {
  constexpr char kName[] = "wherry.next_operation";
  if (Function *made = module.getFunction(kName)) return made;
  Type *i64 = Type::getInt64Ty(module.getContext());
  auto *function =
      Function::Create(FunctionType::get(i64, {pointer, i64}, false), GlobalValue::InternalLinkage, kName, module);
  function->setDoesNotThrow();
  Value *numbers = function->getArg(0), *items = function->getArg(1);
  auto new_block = [&](const char *name) { return BasicBlock::Create(module.getContext(), name, function); };
  BasicBlock *entry = new_block("entry"), *loop = new_block("loop"), *done = new_block("done");
  IRBuilder<> builder(entry);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(i64, 2), *least = builder.CreatePHI(i64, 2);
  index->addIncoming(builder.getInt64(0), entry);
  least->addIncoming(builder.getInt64(UINT64_MAX), entry);
  Value *number =
      builder.CreateLoad(builder.getInt32Ty(), builder.CreateInBoundsGEP(builder.getInt32Ty(), numbers, index));
  Value *with_item = builder.CreateOr(builder.CreateShl(builder.CreateZExt(number, i64), 32), index);
  Value *now = builder.CreateBinaryIntrinsic(Intrinsic::umin, least, with_item);
  Value *next = builder.CreateNUWAdd(index, builder.getInt64(1));
  index->addIncoming(next, loop);
  least->addIncoming(now, loop);
  builder.CreateCondBr(builder.CreateICmpULT(next, items), loop, done);
  builder.SetInsertPoint(done);
  builder.CreateRet(now);
  return function;
}

}  // namespace

NextOperation find_next_operation(IRBuilderBase &builder, Value *next_operations, Value *items) {
  Function *function = next_operation_function(*builder.GetInsertBlock()->getModule(), next_operations->getType());
  Value *both = builder.CreateCall(function, {next_operations, items});
  return {builder.CreateTrunc(builder.CreateLShr(both, 32), builder.getInt32Ty()),
          builder.CreateAnd(both, builder.getInt64(UINT32_MAX))};
}

}  // namespace wherry::compiler
