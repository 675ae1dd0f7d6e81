// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/module_info.h"

#include "compiler/codegen/stack_sizes.h"
#include "compiler/frontend/canonicalise/enqueued_blocks.h"
#include "compiler/frontend/canonicalise/global_constructors.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/kernel_metadata.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/abi_records.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

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
std::string attributes_of(const Function &group) {
  std::string text;
  raw_string_ostream out(text);
  auto next = [&]() -> raw_ostream & { return out << (text.empty() ? "" : " "); };
  for (const char *kind : {kRequiredWorkGroupSize, kWorkGroupSizeHint})
    if (group.hasMetadata(kind)) {
      const auto [x, y, z] = metadata_size(group, kind);
      next() << kind << '(' << x << ',' << y << ',' << z << ')';
    }
  if (group.hasMetadata(kRequiredSubGroupSize))
    next() << kRequiredSubGroupSize << '(' << metadata_number(group, kRequiredSubGroupSize, 0) << ')';
  if (MDNode *hint = group.getMetadata(kVectorTypeHint); hint && hint->getNumOperands() == 2)
    if (auto *value = dyn_cast<ValueAsMetadata>(hint->getOperand(0)))
      next() << kVectorTypeHint << '(' << type_name(value->getType(), metadata_number(group, kVectorTypeHint, 1) != 0)
             << ')';
  return text;
}

// "tile" of Clang's "kernel.tile" and "kernel.tile.3".
StringRef variable_name(StringRef name) { return name.split('.').second.split('.').first; }

abi::ArgKind kind_of(const KernelFacts &kernel, unsigned index) {
  if (is_sampler_argument(*kernel.group, index)) return abi::ArgKind::sampler;
  if (is_image_argument(*kernel.group, index)) return abi::ArgKind::image;
  if (!kernel.slots[index].pointer) return abi::ArgKind::value;
  if (metadata_text(*kernel.group, kArgumentQualifiers, index).contains("pipe")) return abi::ArgKind::pipe;
  if (metadata_text(*kernel.group, kArgumentBaseTypes, index) == "queue_t") return abi::ArgKind::queue;
  switch (metadata_number(*kernel.group, kArgumentSpaces, index)) {
  case kConstantSpace: return abi::ArgKind::constant;
  case kLocalSpace: return abi::ArgKind::local;
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

uint32_t flags_of(const KernelFacts &kernel, const ModuleOptions &options) {
  uint32_t flags = 0;
  for (auto [flag, set] : {
           std::pair(abi::kUsesAsyncCopies, kernel.copies),
           std::pair(abi::kUsesPrintf, kernel.prints),
           std::pair(abi::kUsesBarriers, kernel.barriers),
           std::pair(abi::kEnqueues, kernel.enqueues),
           std::pair(abi::kChecked, kernel.checked),
           std::pair(abi::kScheduled, kernel.scheduled),
           std::pair(abi::kDenormsAreZero, options.denorms_are_zero),
           // Who debugs or checks a kernel sees the ids that the program asked for.
           std::pair(abi::kRegroupable, kernel.regroupable && !kernel.checked && !is_debugged(*kernel.group)),
           std::pair(abi::kVectorised, kernel.lanes != 0),
           std::pair(abi::kContiguous, kernel.contiguous),
           std::pair(abi::kLanesAlongY, kernel.lane_dimension == 1),
           std::pair(abi::kLanesAlongZ, kernel.lane_dimension == 2),
           std::pair(abi::kLoopFree, kernel.loop_free),
           std::pair(abi::kGridLoops, kernel.grid_loops),
           std::pair(abi::kNeedsApart, kernel.needs_apart),
       })
    if (set) flags |= flag;
  return flags;
}

uint32_t flags_of(const ModuleOptions &options) {
  return (options.uniform_work_groups ? abi::kUniformWorkGroups : 0) | (options.optimize ? 0 : abi::kAsWritten);
}

// The value of a module flag that is a number.
std::optional<uint64_t> module_number(const Module &module, StringRef flag) {
  if (auto *number = mdconst::dyn_extract_or_null<ConstantInt>(module.getModuleFlag(flag)))
    return number->getZExtValue();
  return std::nullopt;
}

// Prefix, before the kernel's name, of the symbol by which a kernel's record is linked to the record of its reshaped
// work-group function.
constexpr StringRef kReshapedRecord = "wherry_reshaped.";

// Builds abi::Module and all records that it points to, in private variables.
class InfoWriter {
 public:
  InfoWriter(Module &module, const ModuleOptions &options) : module_(module), options_(options) {}

  void write(ArrayRef<KernelFacts> kernels) {
    SmallVector<Constant *> infos, constructors, destructors;
    const std::optional<uint64_t> part = module_number(module_, kPart);
    const auto of_same_name = [kernels](const KernelFacts &kernel, bool reshaped) {
      return find_if(kernels,
                     [&](const KernelFacts &each) { return each.reshaped == reshaped && each.name == kernel.name; });
    };
    for (const KernelFacts &kernel : kernels) {
      if (kernel.reshaped && of_same_name(kernel, false) != kernels.end()) continue;  // part of the other's record
      if (kernel.reshaped && part) {
        share_record(kernel);
        continue;
      }
      Constant *reshaped =
          kernel.reshaped_apart ? linker_symbol((kReshapedRecord + Twine(kernel.name)).str()) : nullptr;
      if (const auto *second = of_same_name(kernel, true); second != kernels.end() && !kernel.reshaped)
        reshaped = variable(kernel_info(*second, nullptr), "reshaped");
      Constant *info = kernel_info(kernel, reshaped);
      if (kernel.block)
        describe_block(module_, kernel.name, info);
      else
        (kernel.name == kGlobalConstructors  ? constructors
         : kernel.name == kGlobalDestructors ? destructors
                                             : infos)
            .push_back(info);
    }
    Constant *all = part && !infos.empty() ? in_all_parts(infos) : array(infos, "kernels");
    if (part.value_or(0) != 0) return;
    Constant *info = constant_of(
        module_, record::Module{.version = abi::kVersion,
                                .num_kernels = module_number(module_, kKernelsOfAllParts).value_or(infos.size()),
                                .kernels = all,
                                .constructors = array(constructors, "constructors"),
                                .destructors = array(destructors, "destructors"),
                                .opencl_c_version = options_.opencl_c_version,
                                .flags = flags_of(options_),
                                .global_variable_bytes = module_number(module_, kProgramScopeBytes).value_or(0)});
    variable(info, abi::kModuleSymbol)->setLinkage(GlobalValue::ExternalLinkage);
  }

 private:
  GlobalVariable *variable(Constant *value, const Twine &name) {
    return new GlobalVariable(module_, value->getType(), true, GlobalValue::PrivateLinkage, value, name);
  }

  // Exports the record of a reshaped work-group function whose kernel is in another part.
  void share_record(const KernelFacts &kernel) {
    GlobalVariable &record = *variable(kernel_info(kernel, nullptr), kReshapedRecord + Twine(kernel.name));
    record.setLinkage(GlobalValue::ExternalLinkage);
    record.setVisibility(GlobalValue::HiddenVisibility);
  }

  // The linker concatenates the parts' sections of this name, and defines the symbol at their begin.
  Constant *in_all_parts(ArrayRef<Constant *> infos) {
    auto *mine = cast<GlobalVariable>(array(infos, "kernels"));
    mine->setSection("wherry_kernels");
    mine->setAlignment(Align(alignof(abi::KernelInfo)));  // no padding: the records form one array
    appendToCompilerUsed(module_, mine);
    return linker_symbol("__start_wherry_kernels");
  }

  // `reshaped`: the record for reshaped launches, or null.
  Constant *kernel_info(const KernelFacts &kernel, Constant *reshaped) {
    Constant *null = ConstantPointerNull::get(PointerType::get(module_.getContext(), 0));
    MDNode *shape = kernel.group->getMetadata(kShape);
    SmallVector<Constant *> args, local_arrays;
    for (unsigned index = 0; index < kernel.slots.size(); ++index) args.push_back(arg_info(kernel, index));
    if (kernel.checked)
      for (const LocalVariable &variable : kernel.local_variables) local_arrays.push_back(local_array(variable));
    const Function &group = *kernel.group;
    return constant_of(module_,
                       record::KernelInfo{.name = text(kernel.name),
                                          .attributes = text(attributes_of(group)),
                                          .args = array(args, "args"),
                                          .entry = kernel.group,
                                          .code = linker_symbol("__executable_start"),
                                          .code_end = linker_symbol("_etext"),
                                          .image_end = linker_symbol("_end"),
                                          .num_args = kernel.slots.size(),
                                          .args_size = kernel.args_bytes,
                                          .flags = flags_of(kernel, options_),
                                          .local_bytes = kernel.local_bytes,
                                          .item_context_bytes = kernel.context_bytes,
                                          .private_bytes = kernel.private_bytes,
                                          .required_work_group_size = metadata_size(group, kRequiredWorkGroupSize),
                                          .work_group_size_hint = metadata_size(group, kWorkGroupSizeHint),
                                          .num_local_arrays = local_arrays.size(),
                                          .sub_group_size = kernel.sub_group_size,
                                          .local_arrays = array(local_arrays, "local_arrays"),
                                          .required_sub_group_size = metadata_number(group, kRequiredSubGroupSize, 0),
                                          .race_sites = race_table(group, kRaceSites),
                                          .race_written = kernel.race_written,
                                          .num_race_sites = race_table_size(group, kRaceSites),
                                          .race_sub_group = kernel.orders_sub_groups ? kernel.sub_group_size : 0,
                                          .race_variables = race_table(group, kRaceVariables),
                                          .num_race_variables = race_table_size(group, kRaceVariables),
                                          .race_unknown = kernel.race_unknown,
                                          .checks = kernel.checked ? options_.checks : 0,
                                          .streamed_bytes = kernel.streamed_bytes,
                                          .blocked_iterations = kernel.blocked_iterations,
                                          .lanes = kernel.lanes,
                                          .other_widths = kernel.other_widths,
                                          .reshaped = reshaped ? reshaped : null,
                                          .shape = shape ? mdconst::extract<Constant>(shape->getOperand(0)) : null,
                                          .stack = stack_size_of(*kernel.group),
                                          .sub_group_stack = sub_group_stack_size_of(*kernel.group)});
  }

  // What check-races has placed, an array.
  Constant *race_table(const Function &group, StringRef name) const {
    if (MDNode *table = group.getMetadata(name)) return mdconst::extract<Constant>(table->getOperand(0));
    return ConstantPointerNull::get(PointerType::get(module_.getContext(), 0));
  }

  uint64_t race_table_size(const Function &group, StringRef name) const {
    auto *table = dyn_cast<GlobalVariable>(race_table(group, name));
    return table ? table->getValueType()->getArrayNumElements() : 0;
  }

  Constant *arg_info(const KernelFacts &kernel, unsigned index) {
    const Function &group = *kernel.group;
    const ArgSlot &slot = kernel.slots[index];
    return constant_of(
        module_, record::ArgInfo{.name = text(metadata_text(group, kArgumentNames, index)),
                                 .type_name = text(metadata_text(group, kArgumentTypes, index)),
                                 .kind = kind_of(kernel, index),
                                 .access = access_of(metadata_text(group, kArgumentAccess, index)),
                                 .type_qualifiers = qualifiers_of(metadata_text(group, kArgumentQualifiers, index)),
                                 .offset = slot.offset,
                                 .size = slot.size,
                                 .align = slot.align,
                                 .pointee_size = 0,  // Clang's metadata does not tell
                                 .pointee_align = slot.pointee_align});
  }

  Constant *local_array(const LocalVariable &variable) {
    return constant_of(module_, record::LocalArray{.name = text(variable_name(variable.name)),
                                                   .offset = variable.offset,
                                                   .size = variable.bytes});
  }

  Constant *linker_symbol(StringRef name) {
    auto *symbol = cast<GlobalVariable>(module_.getOrInsertGlobal(name, Type::getInt8Ty(module_.getContext())));
    symbol->setVisibility(GlobalValue::HiddenVisibility);
    return symbol;
  }

  Constant *text(StringRef value) {
    Constant *&known = texts_[value];
    if (!known) known = variable(ConstantDataArray::getString(module_.getContext(), value), "text");
    return known;
  }

  Constant *array(ArrayRef<Constant *> elements, const Twine &name) {
    if (elements.empty()) return ConstantPointerNull::get(PointerType::get(module_.getContext(), 0));
    return variable(ConstantArray::get(ArrayType::get(elements[0]->getType(), elements.size()), elements), name);
  }

  Module &module_;
  const ModuleOptions options_;
  StringMap<Constant *> texts_;
};

}  // namespace

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
  InfoWriter(module, ModuleOptions::of(module)).write(kernels);
  for (const KernelFacts &kernel : kernels) {
    kernel.group->setLinkage(GlobalValue::InternalLinkage);
    if (MDNode *shape = kernel.group->getMetadata(kShape))
      mdconst::extract<Function>(shape->getOperand(0))->setLinkage(GlobalValue::InternalLinkage);
  }
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
