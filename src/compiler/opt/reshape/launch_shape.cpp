// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/launch_shape.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

static Function &declare_shape(Function &group, const Twine &name) {
  LLVMContext &context = group.getContext();
  Type *ptr = PointerType::getUnqual(context);
  Function &shape = *Function::Create(FunctionType::get(Type::getInt1Ty(context), {ptr, ptr}, false),
                                      GlobalValue::ExternalLinkage, name, *group.getParent());
  shape.setDoesNotThrow();
  shape.addRetAttr(Attribute::ZExt);  // a bool of C++
  for (StringRef kind : {"target-cpu", "target-features"})
    if (group.hasFnAttribute(kind)) shape.addFnAttr(group.getFnAttribute(kind));
  BasicBlock::Create(context, "entry", &shape);
  return shape;
}

LaunchShape::LaunchShape(Function &group, const Twine &name)
    : builder(group.getContext()), function_(declare_shape(group, name)) {
  builder.SetInsertPoint(&function_.getEntryBlock());
  auto size = [&](unsigned index, const char *name) {
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), function_.getArg(1), index);
    return builder.CreateLoad(builder.getInt64Ty(), place, name);
  };
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    sizes_[dimension] = asked_[dimension] = size(dimension, "asked");
    local_sizes_[dimension] = size(3 + dimension, "local");
  }
  holds_ = builder.getTrue();
}

Value *LaunchShape::value(Value *of_group, bool is_signed) {
  // A new emitter each time: the instructions that one has met may be gone since.
  LaunchValueEmitter values(builder, function_.getArg(0), asked_);
  return builder.CreateFreeze(values.emit_wide(of_group, is_signed));
}

void LaunchShape::require(Value *condition) { holds_ = builder.CreateAnd(holds_, condition); }

void LaunchShape::require_within(Value *value, uint64_t least, uint64_t most) {
  require(builder.CreateICmpUGE(value, builder.getInt64(least)));
  require(builder.CreateICmpULE(value, builder.getInt64(most)));
}

Function &LaunchShape::finish() {
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    builder.CreateStore(sizes_[dimension],
                        builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), function_.getArg(1), dimension));
  builder.CreateRet(holds_);
  return function_;
}

}  // namespace wherry::compiler
