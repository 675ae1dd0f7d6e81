// SPDX-License-Identifier: Apache-2.0
// A test for the header of a loop that LLVM has rotated: to test at the end of each iteration, behind a guard.
#pragma once
#include <optional>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"

namespace wherry::compiler {

// The blocks of a rotated loop, and around it.
struct RotatedBlocks {
  llvm::BasicBlock *header = nullptr, *latch = nullptr, *before = nullptr;
  // `aside`: on the guard's edge to the code behind the loop.
  llvm::BasicBlock *guard = nullptr, *out = nullptr, *behind = nullptr, *aside = nullptr;
  // The branch around the loop can be left out; once a test is found: and the test equals the guard.
  bool has_guard = false;
  // The latch asks for another condition, too: the test must be of a counter that the loop has. (Another counter beside
  // the condition costs more than the test at the end: a Mandelbrot set by a do loop took 1.25 times as long.)
  bool has_flag = false;
};

// The loop goes on while the counter, of an iteration that begins, compares with the bound. A counter of fewer bits is
// extended to the bound's.
struct HeaderTest {
  llvm::CmpInst::Predicate predicate;
  const llvm::SCEVAddRecExpr *counter;
  const llvm::SCEV *bound;
  llvm::Instruction::CastOps extension = llvm::Instruction::SExt;
};

// A test that equals the latch's test before each iteration but the first one, and before that one the guard; without
// such a guard, one that holds before the first iteration. Splits the guard, and sets `aside`, `guard` and `has_guard`.
std::optional<HeaderTest> find_header_test(llvm::Loop &loop, RotatedBlocks &blocks, llvm::LoopInfo &loops,
                                           llvm::DominatorTree &dominators, llvm::ScalarEvolution &evolution);

// The header's phi that is the counter; null: there is none.
llvm::PHINode *phi_of(const llvm::SCEVAddRecExpr &counter, llvm::BasicBlock &header, llvm::ScalarEvolution &evolution);

}  // namespace wherry::compiler
