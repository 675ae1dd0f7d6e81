// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/evaluate.h"

using namespace llvm;

namespace wherry::compiler {

Value *evaluate_outside(const Loop &loop, Value *value, IRBuilder<> &builder, KnownValues &known) {
  if (auto found = known.find(value); found != known.end()) return found->second;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction)) return value;
  Instruction *copy = instruction->clone();
  for (Use &use : copy->operands()) use.set(evaluate_outside(loop, use.get(), builder, known));
  copy->dropPoisonGeneratingFlags();  // a condition under which they hold may be left behind in the loop
  return known[value] = builder.Insert(copy);
}

}  // namespace wherry::compiler
