// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/kernel_facts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr char kArgs[] = "wherry.args", kLocalVariables[] = "wherry.local_variables",
               kKnownArguments[] = "wherry.known_arguments";

using Size = std::array<uint64_t, 3>;

std::string text_of(const std::string &value) { return value; }
std::string text_of(uint64_t value) { return std::to_string(value); }
std::string text_of(const Size &value) { return join_items(",", utostr(value[0]), utostr(value[1]), utostr(value[2])); }

void parse(StringRef text, std::string &value) { value = text.str(); }
void parse(StringRef text, uint64_t &value) { text.getAsInteger(10, value); }
void parse(StringRef text, Size &value) {
  SmallVector<StringRef, 3> parts;
  text.split(parts, ',');
  for (unsigned i = 0; i < std::min<size_t>(parts.size(), 3); ++i) parts[i].getAsInteger(10, value[i]);
}

struct Reader {
  const Function &function;
  void operator()(const char *name, bool &value) const { value = function.hasFnAttribute(name); }
  template <class T> void operator()(const char *name, T &value) const {
    if (function.hasFnAttribute(name)) parse(function.getFnAttribute(name).getValueAsString(), value);
  }
};

class Writer {
 public:
  explicit Writer(Function &function) : function_(function), set_(function.getContext()) {}
  // All attributes at once: each change of a function's list makes another list.
  ~Writer() {
    function_.removeFnAttrs(old_);
    function_.addFnAttrs(set_);
  }

  void operator()(const char *name, bool value) {
    forget(name);
    if (value) set_.addAttribute(name);
  }
  template <class T> void operator()(const char *name, const T &value) {
    forget(name);
    if (value != T{}) set_.addAttribute(name, text_of(value));
  }

 private:
  void forget(const char *name) {
    if (function_.hasFnAttribute(name)) old_.addAttribute(name);
  }

  Function &function_;
  AttributeMask old_;
  AttrBuilder set_;
};

uint64_t number(const MDNode &node, unsigned index) {
  return mdconst::extract<ConstantInt>(node.getOperand(index))->getZExtValue();
}

Metadata *number(LLVMContext &context, uint64_t value, unsigned bits = 32) {
  return ConstantAsMetadata::get(ConstantInt::get(Type::getIntNTy(context, bits), value));
}

// A list as a function's metadata: a node for each entry; none where the list is empty.
void write_list(Function &function, const char *kind, ArrayRef<Metadata *> nodes) {
  function.setMetadata(kind, nodes.empty() ? nullptr : MDNode::get(function.getContext(), nodes));
}

template <class F> void read_list(const Function &function, const char *kind, F &&entry) {
  if (const MDNode *list = function.getMetadata(kind))
    for (const MDOperand &operand : list->operands()) entry(*cast<MDNode>(operand));
}

}  // namespace

unsigned KernelFacts::index_of(const Value &local_variable) {
  auto found = find_if(local_variables, [&](const LocalVariable &one) { return one.name == local_variable.getName(); });
  if (found == local_variables.end()) found = local_variables.insert(found, {local_variable.getName().str()});
  return unsigned(found - local_variables.begin());
}

KernelFacts KernelFacts::of(Function &group) {
  assert(is_work_group_function(group));
  KernelFacts facts;
  facts.group = &group;
  fields(facts, Reader{group});
  read_list(group, kArgs, [&](const MDNode &node) {
    facts.slots.push_back({uint32_t(number(node, 0)), uint32_t(number(node, 1)), uint32_t(number(node, 2)),
                           uint32_t(number(node, 3)), number(node, 4) != 0});
  });
  read_list(group, kLocalVariables, [&](const MDNode &node) {
    facts.local_variables.push_back(
        {cast<MDString>(node.getOperand(0))->getString().str(), number(node, 1), number(node, 2)});
  });
  return facts;
}

void KernelFacts::write() const {
  LLVMContext &context = group->getContext();
  fields(*this, Writer(*group));
  SmallVector<Metadata *> args, variables;
  for (const ArgSlot &slot : slots)
    args.push_back(
        MDNode::get(context, {number(context, slot.offset), number(context, slot.size), number(context, slot.align),
                              number(context, slot.pointee_align), number(context, slot.pointer, 1)}));
  for (const LocalVariable &local : local_variables)
    variables.push_back(MDNode::get(context, {MDString::get(context, local.name), number(context, local.bytes, 64),
                                              number(context, local.offset, 64)}));
  write_list(*group, kArgs, args);
  write_list(*group, kLocalVariables, variables);
}

KnownOfLaunch KnownOfLaunch::of(const Function &kernel) {
  KnownOfLaunch known;
  Reader{kernel}(kLocalSize, known.local_size);
  Reader{kernel}(kBuffersApart, known.apart);
  Reader{kernel}(kReshaped, known.reshaped);
  read_list(kernel, kKnownArguments, [&](const MDNode &node) {
    known.arguments[unsigned(number(node, 0))] = mdconst::extract<ConstantInt>(node.getOperand(1))->getValue();
  });
  return known;
}

bool is_reshaped_variant(const Module &module) {
  return any_of(module, [](const Function &each) { return each.hasFnAttribute(kReshaped); });
}

void KnownOfLaunch::write(Function &kernel) const {
  LLVMContext &context = kernel.getContext();
  Writer{kernel}(kLocalSize, local_size);
  Writer{kernel}(kBuffersApart, apart);
  Writer{kernel}(kReshaped, reshaped);
  SmallVector<Metadata *> nodes;
  for (const auto &[index, value] : arguments)
    nodes.push_back(
        MDNode::get(context, {number(context, index), ConstantAsMetadata::get(ConstantInt::get(context, value))}));
  write_list(kernel, kKnownArguments, nodes);
}

bool is_work_group_function(const Function &function) {
  return !function.isDeclaration() && function.hasFnAttribute(kKernelName);
}

SmallVector<Function *> work_group_functions(Module &module) {
  SmallVector<Function *> found;
  for (Function &function : module)
    if (is_work_group_function(function)) found.push_back(&function);
  return found;
}

bool is_kernel(const Function &function) {
  return function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

bool is_debugged(const Function &function) {
  const DISubprogram *told = function.getSubprogram();
  return told && told->getUnit()->getEmissionKind() == DICompileUnit::FullDebug;
}

bool uses_sub_groups(Module &module) {
  return any_of(work_group_functions(module), [](Function *group) { return KernelFacts::of(*group).sub_groups; });
}

void forget_facts(Function &part) {
  KernelFacts none;
  none.group = &part;
  none.write();
}

}  // namespace wherry::compiler
