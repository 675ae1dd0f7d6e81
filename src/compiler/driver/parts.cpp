// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/parts.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "compiler/frontend/canonicalise/global_constructors.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/module_options.h"
#include "kernel_abi/files.h"
#include "kernel_abi/protocol.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Least instructions of a part, inlined callees counted: some 25 ms of compilation. Each part costs 7 ms of its own,
// mostly to simplify functions that kernels share.
constexpr uint64_t kLeastPart = 250;
// Independent of the machine's CPUs, as driver/places compiles again and needs the same layout. On two CPUs eight parts
// take a tenth more CPU time than two would.
constexpr unsigned kMostParts = 8;

// Instructions of functions, with the instructions of all functions that they call, which passes inline.
class Sizes {
 public:
  uint64_t of(const Function &function) {
    if (auto [known, fresh] = sizes_.try_emplace(&function, 0); !fresh) return known->second;  // a recursion: once
    uint64_t size = 0;
    for (const Instruction &instruction : instructions(function)) {
      ++size;
      const auto *call = dyn_cast<CallBase>(&instruction);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration()) size = SaturatingAdd(size, of(*callee));
    }
    return sizes_[&function] = size;
  }

 private:
  DenseMap<const Function *, uint64_t> sizes_;
};

std::vector<const Function *> kernels_of(const Module &module) {
  std::vector<const Function *> kernels;
  for (const Function &function : module)
    if (is_kernel(function)) kernels.push_back(&function);
  return kernels;
}

// Whether each part may have a copy of its own: of constants, and of local arrays, which belong to one kernel.
bool can_be_in_each_part(const GlobalVariable &variable) {
  return variable.isDeclaration() || variable.isConstant() || variable.getAddressSpace() == kLocalSpace;
}

void mark_part(Module &module, unsigned part, unsigned kernels) {
  Type *number = Type::getInt32Ty(module.getContext());
  module.addModuleFlag(Module::Error, kPart, ConstantInt::get(number, part));
  module.addModuleFlag(Module::Error, kKernelsOfAllParts, ConstantInt::get(number, kernels));
}

struct Child {
  pid_t process = 0;
  abi::Descriptor answer;
  std::string received;
};

Child fork_for(function_ref<MachineCode(unsigned)> make, unsigned part) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for a part of the program");
  abi::Descriptor write_end(ends[1]);
  Child child;
  child.answer = abi::Descriptor(ends[0]);
  const pid_t parent = getpid();
  child.process = fork();
  if (child.process < 0) throw std::runtime_error("no process for a part of the program");
  if (child.process > 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  MachineCode code;
  try {
    code = make(part);
  } catch (const std::exception &error) {
    code = {};
    code.failed = 1;
    code.log = std::string("error: the compiler failed: ") + error.what() + "\n";
  }
  _exit(abi::write_all(write_end.get(), abi::pack(code)) ? 0 : 1);
}

// Waits for the child's end; ends this process likewise if that was by a signal or an error's status.
MachineCode reap(Child &child) {
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) _exit(WEXITSTATUS(status));  // LLVM has said why
  MachineCode code;
  if (abi::unpack(child.received, code)) return code;
  throw std::runtime_error("a part of the program was not compiled");
}

}  // namespace

std::vector<unsigned> divide(const Module &module) {
  const auto kernels = kernels_of(module);
  if (kernels.size() < 2 || module.getFunction(kGlobalConstructors) || module.getFunction(kGlobalDestructors) ||
      !all_of(module.globals(), can_be_in_each_part))
    return {};
  Sizes sizes;
  std::vector<uint64_t> work;
  uint64_t all = 0;
  for (const Function *kernel : kernels) {
    if (!kernel->use_empty()) return {};  // called, or enqueued, by another one
    work.push_back(sizes.of(*kernel));
    all = SaturatingAdd(all, work.back());
  }
  const uint64_t count = std::min<uint64_t>({all / kLeastPart, kernels.size(), kMostParts});
  if (count < 2) return {};
  // Each part ends where its share of the work is reached.
  std::vector<unsigned> parts(1);
  uint64_t done = 0;
  for (uint64_t of_kernel : work) {
    if (parts.back() && parts.size() < count && done + of_kernel / 2 >= all / count * parts.size()) parts.push_back(0);
    ++parts.back();
    done += of_kernel;
  }
  if (parts.size() < 2) return {};
  return parts;
}

void keep_part(Module &module, const std::vector<unsigned> &parts, unsigned part) {
  const unsigned first = std::accumulate(parts.begin(), parts.begin() + part, 0u);
  unsigned index = 0;
  for (Function &function : make_early_inc_range(module))
    if (is_kernel(function))
      if (const unsigned i = index++; i < first || i >= first + parts[part]) function.eraseFromParent();
  mark_part(module, part, index);
}

unsigned divide_functions(Module &module) {
  const auto groups = work_group_functions(module);
  if (groups.size() < 2 || !all_of(module.globals(), can_be_in_each_part)) return 0;
  uint64_t all = 0;
  for (Function *group : groups) {
    const KernelFacts facts = KernelFacts::of(*group);
    if (!group->use_empty() || facts.enqueues || facts.block || facts.name == kGlobalConstructors ||
        facts.name == kGlobalDestructors)
      return 0;
    all += group->getInstructionCount();
  }
  unsigned first = 0;
  uint64_t done = 0;
  for (Function *group : groups) {
    if (group->hasFnAttribute(kReshaped)) continue;
    const uint64_t size = group->getInstructionCount();
    if (first && done + size / 2 >= all / 2) break;
    done += size;
    ++first;
  }
  return first;
}

void keep_functions(Module &module, unsigned first, unsigned part) {
  StringSet<> in_first, reshaped;
  SmallVector<Function *> dropped;
  unsigned kernels = 0;
  for (Function *group : work_group_functions(module)) {
    const bool is_reshaped = group->hasFnAttribute(kReshaped), is_first = !is_reshaped && kernels++ < first;
    const StringRef kernel = group->getFnAttribute(kKernelName).getValueAsString();
    if (is_first) in_first.insert(kernel);
    if (is_reshaped) reshaped.insert(kernel);
    if (is_first != (part == 0)) dropped.push_back(group);
  }
  for (Function *group : dropped) {
    const MDNode *shape = group->getMetadata(kShape);
    auto *function = shape ? mdconst::extract<Function>(shape->getOperand(0)) : nullptr;
    group->eraseFromParent();
    if (function) function->eraseFromParent();
  }
  for (Function *group : work_group_functions(module)) {
    KernelFacts facts = KernelFacts::of(*group);
    facts.reshaped_apart = part == 0 && reshaped.contains(facts.name);
    if (facts.reshaped_apart) facts.write();
  }
  if (part != 0 || first < kernels) mark_part(module, part, kernels);
}

std::vector<MachineCode> in_children(unsigned parts, function_ref<MachineCode(unsigned)> make) {
  const unsigned at_once = std::max(1u, std::thread::hardware_concurrency());
  std::vector<MachineCode> made(parts);
  std::vector<Child> children(parts);
  unsigned begun = 0, ended = 0;
  while (ended < parts) {
    for (; begun < parts && begun - ended < at_once; ++begun) children[begun] = fork_for(make, begun);
    std::vector<pollfd> waiting;
    for (Child &child : children) waiting.push_back({child.answer.get(), POLLIN, 0});  // -1, which is ignored, if none
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) throw std::runtime_error("poll() failed");
    for (unsigned i = 0; i < parts; ++i) {
      if (!waiting[i].revents) continue;
      char bytes[1 << 14];
      const ssize_t size = read(children[i].answer.get(), bytes, sizeof bytes);
      if (size > 0) {
        children[i].received.append(bytes, static_cast<size_t>(size));
      } else if (size == 0 || errno != EINTR) {
        children[i].answer.reset();
        made[i] = reap(children[i]);
        ++ended;
      }
    }
  }
  return made;
}

}  // namespace wherry::compiler
