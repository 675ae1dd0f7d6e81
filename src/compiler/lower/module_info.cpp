#include "compiler/lower/module_info.h"

#include "compiler/ir/module_options.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/address_spaces.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Builds constants in the layout of abi.h. Every struct there is laid out by C's rules from fields
// that stand here in the same order with the same types, so the sizes are compared below.
class Writer {
 public:
  explicit Writer(Module &module) : module_(module), context_(module.getContext()) {}

  Constant *u32(uint32_t value) { return ConstantInt::get(Type::getInt32Ty(context_), value); }
  Constant *u64(uint64_t value) { return ConstantInt::get(Type::getInt64Ty(context_), value); }
  Constant *null() { return ConstantPointerNull::get(PointerType::get(context_, 0)); }

  Constant *text(StringRef value) {
    Constant *&known = texts_[value];
    if (!known) known = variable(ConstantDataArray::getString(context_, value), "text");
    return known;
  }
  Constant *record(ArrayRef<Constant *> fields, [[maybe_unused]] size_t size) {
    Constant *value = ConstantStruct::getAnon(context_, fields);
    assert(module_.getDataLayout().getTypeAllocSize(value->getType()) == size);
    return value;
  }
  Constant *array(ArrayRef<Constant *> elements, const Twine &name) {
    if (elements.empty()) return null();
    return variable(ConstantArray::get(ArrayType::get(elements[0]->getType(), elements.size()), elements), name);
  }
  GlobalVariable *variable(Constant *value, const Twine &name) {
    return new GlobalVariable(module_, value->getType(), true, GlobalValue::PrivateLinkage, value, name);
  }

 private:
  Module &module_;
  LLVMContext &context_;
  StringMap<Constant *> texts_;
};

StringRef text_at(const KernelFacts &frame, StringRef kind, unsigned index) {
  MDNode *node = frame.group->getMetadata(kind);
  if (!node || index >= node->getNumOperands()) return "";
  auto *text = dyn_cast<MDString>(node->getOperand(index));
  return text ? text->getString() : "";
}

uint64_t number_at(const MDNode *node, unsigned index) {
  if (!node || index >= node->getNumOperands()) return 0;
  auto *number = mdconst::dyn_extract<ConstantInt>(node->getOperand(index));
  return number ? number->getZExtValue() : 0;
}
uint64_t number_at(const KernelFacts &frame, StringRef kind, unsigned index) {
  return number_at(frame.group->getMetadata(kind), index);
}

// OpenCL C's name of a type, as a vec_type_hint has it.
std::string type_name(Type *type, bool is_signed) {
  std::string name;
  unsigned count = 0;
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    count = vector->getNumElements();
    type = vector->getElementType();
  }
  if (type->isHalfTy())
    name = "half";
  else if (type->isFloatTy())
    name = "float";
  else if (type->isDoubleTy())
    name = "double";
  else if (type->isIntegerTy()) {
    name = is_signed ? "" : "u";
    switch (type->getIntegerBitWidth()) {
    case 8: name += "char"; break;
    case 16: name += "short"; break;
    case 32: name += "int"; break;
    default: name += "long"; break;
    }
  }
  return count ? name + std::to_string(count) : name;
}

// As CL_KERNEL_ATTRIBUTES lists them.
std::string attributes_of(const KernelFacts &frame) {
  std::string text;
  raw_string_ostream out(text);
  for (StringRef kind : {"reqd_work_group_size", "work_group_size_hint"})
    if (frame.group->hasMetadata(kind))
      out << (text.empty() ? "" : " ") << kind << '(' << number_at(frame, kind, 0) << ',' << number_at(frame, kind, 1)
          << ',' << number_at(frame, kind, 2) << ')';
  if (frame.group->hasMetadata("intel_reqd_sub_group_size"))
    out << (text.empty() ? "" : " ") << "intel_reqd_sub_group_size(" << number_at(frame, "intel_reqd_sub_group_size", 0)
        << ')';
  if (MDNode *hint = frame.group->getMetadata("vec_type_hint"); hint && hint->getNumOperands() == 2)
    if (auto *value = dyn_cast<ValueAsMetadata>(hint->getOperand(0)))
      out << (text.empty() ? "" : " ") << "vec_type_hint("
          << type_name(value->getType(), number_at(frame, "vec_type_hint", 1) != 0) << ')';
  return text;
}

// "tile" of Clang's "kernel.tile" and "kernel.tile.3".
StringRef variable_name(StringRef name) { return name.split('.').second.split('.').first; }

abi::ArgKind kind_of(const KernelFacts &frame, unsigned index) {
  if (!frame.slots[index].pointer) return abi::ArgKind::value;
  if (text_at(frame, "kernel_arg_type_qual", index).contains("pipe")) return abi::ArgKind::pipe;
  switch (number_at(frame, "kernel_arg_addr_space", index)) {
  case 2: return abi::ArgKind::constant;
  case 3: return abi::ArgKind::local;
  default: return abi::ArgKind::global;
  }
}

abi::AccessQualifier access_of(StringRef text) {
  if (text == "read_only") return abi::AccessQualifier::read_only;
  if (text == "write_only") return abi::AccessQualifier::write_only;
  if (text == "read_write") return abi::AccessQualifier::read_write;
  return abi::AccessQualifier::none;
}

uint32_t qualifiers_of(StringRef text) {
  uint32_t bits = 0;
  SmallVector<StringRef> words;
  text.split(words, ' ');
  for (StringRef word : words) {
    if (word == "const") bits |= abi::kTypeConst;
    if (word == "restrict") bits |= abi::kTypeRestrict;
    if (word == "volatile") bits |= abi::kTypeVolatile;
    if (word == "pipe") bits |= abi::kTypePipe;
  }
  return bits;
}

}  // namespace

constexpr char kProgramScopeBytes[] = "wherry.program_scope_bytes";

static void emit_module_info(Module &module, ArrayRef<KernelFacts> kernels, uint64_t variable_bytes,
                             const ModuleOptions &options) {
  Writer write(module);
  SmallVector<Constant *> records;
  for (const KernelFacts &kernel : kernels) {
    SmallVector<Constant *> args;
    for (auto [index, slot] : enumerate(kernel.slots))
      args.push_back(write.record(
          {write.text(text_at(kernel, "kernel_arg_name", index)), write.text(text_at(kernel, "kernel_arg_type", index)),
           write.u32(uint32_t(kind_of(kernel, index))),
           write.u32(uint32_t(access_of(text_at(kernel, "kernel_arg_access_qual", index)))),
           write.u32(qualifiers_of(text_at(kernel, "kernel_arg_type_qual", index))), write.u32(slot.offset),
           write.u32(slot.size), write.u32(slot.align), write.u32(0), write.u32(slot.pointee_align)},
          sizeof(abi::ArgInfo)));
    SmallVector<Constant *> arrays;
    if (kernel.checked)
      for (const LocalVariable &variable : kernel.local_variables)
        arrays.push_back(write.record({write.text(variable_name(variable.name)), write.u64(variable.offset),
                                       write.u64(variable.bytes)},
                                      sizeof(abi::LocalArray)));
    uint32_t flags = (kernel.copies ? abi::kUsesAsyncCopies : 0) |
                     (kernel.checked ? abi::kChecked : 0) | (kernel.scheduled ? abi::kScheduled : 0) |
                     (kernel.prints ? abi::kUsesPrintf : 0) | (kernel.barriers ? abi::kUsesBarriers : 0) |
                     (options.denorms_are_zero ? abi::kDenormsAreZero : 0) | (kernel.any_groups ? abi::kAnyGroups : 0) |
                     (kernel.contiguous ? abi::kRows : 0) | (kernel.lane_dimension == 1 ? abi::kColumns : 0) |
                     (kernel.register_blocked ? abi::kJoinsRows : 0) |
                     (kernel.loop_free ? abi::kStraight : 0);
    auto size = [&](StringRef kind, unsigned dim) { return write.u32(number_at(kernel, kind, dim)); };
    records.push_back(write.record({write.text(kernel.name),
                                    write.text(attributes_of(kernel)),
                                    write.array(args, "args"),
                                    kernel.group,
                                    write.u32(kernel.slots.size()),
                                    write.u32(kernel.args_bytes),
                                    write.u32(flags),
                                    write.u32(kernel.local_bytes),
                                    write.u64(kernel.context_bytes),
                                    write.u64(kernel.private_bytes),
                                    size("reqd_work_group_size", 0),
                                    size("reqd_work_group_size", 1),
                                    size("reqd_work_group_size", 2),
                                    size("work_group_size_hint", 0),
                                    size("work_group_size_hint", 1),
                                    size("work_group_size_hint", 2),
                                    write.u32(arrays.size()),
                                    write.u32(kernel.sub_group_size),
                                    write.array(arrays, "local_arrays"),
                                    size("intel_reqd_sub_group_size", 0),
                                    write.u32(kernel.streamed_bytes)},
                                   sizeof(abi::KernelInfo)));
    kernel.group->setLinkage(GlobalValue::InternalLinkage);
  }
  GlobalVariable *info =
      write.variable(write.record({write.u32(abi::kVersion), write.u32(kernels.size()), write.array(records, "kernels"),
                                   write.u32(options.opencl_c_version),
                                   write.u32((options.uniform_work_groups ? abi::kUniformWorkGroups : 0) |
                                             (options.optimize ? 0 : abi::kAsWritten)),
                                   write.u64(variable_bytes)},
                                  sizeof(abi::Module)),
                     abi::kModuleSymbol);
  info->setLinkage(GlobalValue::ExternalLinkage);
}

PreservedAnalyses MeasureProgramScopePass::run(Module &module, ModuleAnalysisManager &) {
  constexpr uint64_t kMost = 1 << 30;  // the code reaches so far
  uint64_t bytes = 0;
  for (const GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == kGlobalSpace && !variable.isDeclaration())
      bytes = SaturatingAdd<uint64_t>(bytes, module.getDataLayout().getTypeAllocSize(variable.getValueType()));
  if (bytes > kMost) fail(module, "the program-scope variables take " + Twine(bytes) + " bytes");
  module.setModuleFlag(Module::Max, kProgramScopeBytes, ConstantInt::get(Type::getInt64Ty(module.getContext()), bytes));
  return PreservedAnalyses::all();
}

PreservedAnalyses ModuleInfoPass::run(Module &module, ModuleAnalysisManager &) {
  std::vector<KernelFacts> kernels;
  for (Function *group : work_group_functions(module)) kernels.push_back(KernelFacts::of(*group));
  auto *bytes = mdconst::dyn_extract_or_null<ConstantInt>(module.getModuleFlag(kProgramScopeBytes));
  emit_module_info(module, kernels, bytes ? bytes->getZExtValue() : 0, ModuleOptions::of(module));
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
