// SPDX-License-Identifier: Apache-2.0
// An item loop whose index stands where a deleted one stood is a loop that the pass has not met.
#include "compiler/analysis/item_loops.h"

#include <cstdio>

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;
using wherry::compiler::MetItemLoops;

static int failed;
static void expect(bool holds, const char *what) {
  if (holds) return;
  std::printf("%s\n", what);
  failed = 1;
}

int main() {
  LLVMContext context;
  Type *type = Type::getInt64Ty(context);
  MetItemLoops met;
  PHINode *first = PHINode::Create(type, 2), *kept = PHINode::Create(type, 2);
  expect(met.insert(*first) && met.insert(*kept), "a new index counts as met");
  expect(!met.insert(*first), "an index is met twice");
  const void *address = first;
  first->replaceAllUsesWith(ConstantInt::get(type, 0));  // as a pass does before it deletes an index
  first->deleteValue();
  // malloc() gives the memory of the deleted phi to one of the next: others are kept until then.
  PHINode *later[1000];
  unsigned count = 0;
  do later[count] = PHINode::Create(type, 2);
  while (later[count++] != address && count < 1000);
  expect(later[count - 1] == address, "no phi has the address of the deleted one: the test says nothing");
  expect(met.insert(*later[count - 1]), "a new index counts as met where a deleted one stood");
  expect(!met.insert(*kept), "an index is forgotten with another one");
  for (unsigned k = 0; k < count; ++k) later[k]->deleteValue();
  kept->deleteValue();
  return failed;
}
