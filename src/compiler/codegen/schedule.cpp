// SPDX-License-Identifier: Apache-2.0
// As LLVM's libraries are built: without it the schedulers that are made here have members that the libraries do not
// know.
#ifndef NDEBUG
#define NDEBUG
#endif
#include "compiler/codegen/schedule.h"

#include <mutex>

#include "compiler/ir/metadata.h"
#include "compiler/vectorise/cost.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr char kName[] = "wherry";

// Schedules from the top of a block down, so that chains keep the order in which they begin.
class TopDown : public GenericScheduler {
 public:
  using GenericScheduler::GenericScheduler;
  void initPolicy(MachineBasicBlock::iterator begin, MachineBasicBlock::iterator end, unsigned number) override {
    GenericScheduler::initPolicy(begin, end, number);
    RegionPolicy.OnlyTopDown = true;
    RegionPolicy.OnlyBottomUp = false;
  }
};

// Whether chains of operations are to stay side by side: a block may have become longer than what a CPU looks ahead
// only when LLVM unrolled its loop.
bool keeps_chains(const MachineFunction &function) {
  if (function.getFunction().hasFnAttribute(kInterleaved)) return true;
  const uint64_t vectors = function.getFunction().getFnAttributeAsParsedInteger(kVectorsInFlight);
  return vectors > 1 && any_of(function, [&](const MachineBasicBlock &block) {
           return double(block.size()) > cost::kWindow * double(vectors);
         });
}

ScheduleDAGInstrs *make_scheduler(MachineSchedContext *context) {
  if (keeps_chains(*context->MF)) return createSchedLive<TopDown>(context);
  if (ScheduleDAGInstrs *own = context->TM->createMachineScheduler(context)) return own;
  return createSchedLive(context);
}

}  // namespace

void keep_interleaved_chains() {
  static MachineSchedRegistry scheduler(kName, "LLVM's, but for interleaved work-items", make_scheduler);
  // A scheduler for some functions can only be named by this option, which Clang's front end resets with each program.
  // A second thread that emits code beside (driver/compile.cpp) leaves the option as it is, since LLVM reads it
  // unlocked.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  cl::Option *option = cl::getRegisteredOptions().lookup("misched");
  if (option && option->getNumOccurrences() > 0) return;
  if (option) option->addOccurrence(0, "misched", kName);
}

}  // namespace wherry::compiler
