// SPDX-License-Identifier: Apache-2.0
// Entry points as kernels, with the metadata that Clang gives to its own.
#include "compiler/frontend/spirv/module_reader.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernel_metadata.h"
#include "compiler/ir/metadata.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

constexpr auto kContractionOffMode = static_cast<spv::ExecutionMode>(31);

const char *const kDimensions[] = {"1d", "2d", "3d", "", "", "1d_buffer"};

}  // namespace

// "image2d_array_depth_t" and its kin, without "image" and "_t".
std::string image_kind(const Type &image) {
  const uint32_t dimension = image.image[0];
  if (dimension >= std::size(kDimensions) || !*kDimensions[dimension] || image.image[3] != 0)
    refuse("images of this shape are not OpenCL's");
  return std::string(kDimensions[dimension]) + (image.image[2] ? "_array" : "") + (image.image[1] == 1 ? "_depth" : "");
}

// Clang's name for the type, as far as SPIR-V tells it: SPIR-V's integers have no sign, and its structures mostly no
// names.
std::string ModuleReader::type_name(Id id) const {
  const Type &type = this->type(id);
  switch (type.op) {
  case spv::Op::OpTypePointer: return type_name(type.element) + "*";
  case spv::Op::OpTypeVoid: return "void";
  case spv::Op::OpTypeBool: return "bool";
  case spv::Op::OpTypeImage: return "image" + image_kind(type) + "_t";
  case spv::Op::OpTypeSampler: return "sampler_t";
  case spv::Op::OpTypeEvent: return "event_t";
  case spv::Op::OpTypePipe: return "pipe";
  case spv::Op::OpTypeQueue: return "queue_t";
  case spv::Op::OpTypeDeviceEvent: return "clk_event_t";
  case spv::Op::OpTypeVector:
    return type_name(type.element) + std::to_string(cast<FixedVectorType>(type.ir)->getNumElements());
  case spv::Op::OpTypeInt: {
    const unsigned bits = type.ir->getIntegerBitWidth();
    return bits == 8 ? "uchar" : bits == 16 ? "ushort" : bits == 32 ? "uint" : "ulong";
  }
  case spv::Op::OpTypeFloat: return type.ir->isHalfTy() ? "half" : type.ir->isFloatTy() ? "float" : "double";
  case spv::Op::OpTypeStruct: return "struct " + name(id).str();
  default: return "";
  }
}

// ContractionOff holds for all that the entry point calls (calls into other modules: link_objects()). Functions that
// nothing in the module calls may be enqueued: they and what they call do not contract.
void ModuleReader::find_exact(ArrayRef<Instruction> bodies) {
  std::unordered_map<Id, std::vector<Id>> callees;  // by caller
  std::unordered_set<Id> called;
  Id caller = 0;
  for (const Instruction &instruction : bodies) {
    if (instruction.op == spv::Op::OpFunction) callees[caller = instruction.result];
    if (instruction.op != spv::Op::OpFunctionCall) continue;
    callees[caller].push_back(instruction.operand(0));
    called.insert(instruction.operand(0));
  }
  std::unordered_set<Id> contracting;
  std::vector<Id> reached;
  for (const EntryPoint &entry : entry_points_)
    if (!has_contraction_off(entry.function))
      contracting.insert(entry.function);
    else
      reached.push_back(entry.function);
  for (const auto &[function, calls] : callees)
    if (!called.contains(function) && !contracting.contains(function)) reached.push_back(function);
  while (!reached.empty()) {
    const Id function = reached.back();
    reached.pop_back();
    if (exact_.insert(function).second) append_range(reached, callees[function]);
  }
}

bool ModuleReader::has_contraction_off(Id entry_point) const {
  const auto modes = modes_.find(entry_point);
  return modes != modes_.end() && any_of(modes->second, [](const Instruction &mode) {
           return static_cast<spv::ExecutionMode>(mode.operand(1)) == kContractionOffMode;
         });
}

void ModuleReader::describe_modes(Id function, Function &kernel) {
  const auto modes = modes_.find(function);
  if (modes == modes_.end()) return;
  llvm::Type *const i32 = llvm::Type::getInt32Ty(context);
  auto number = [&](uint64_t value) { return ConstantAsMetadata::get(ConstantInt::get(i32, value)); };
  for (const Instruction &mode : modes->second) {
    auto sizes = [&](const char *kind) {
      Metadata *list[3];
      for (unsigned i = 0; i < 3; ++i)
        list[i] =
            number(mode.op == spv::Op::OpExecutionModeId ? constant_number(mode.operand(2 + i)) : mode.operand(2 + i));
      kernel.setMetadata(kind, MDNode::get(context, list));
    };
    switch (static_cast<spv::ExecutionMode>(mode.operand(1))) {
    case spv::ExecutionMode::LocalSize:
    case spv::ExecutionMode::LocalSizeId: sizes(kRequiredWorkGroupSize); break;
    case spv::ExecutionMode::LocalSizeHint:
    case spv::ExecutionMode::LocalSizeHintId: sizes(kWorkGroupSizeHint); break;
    case spv::ExecutionMode::SubgroupSize:
      kernel.setMetadata(kRequiredSubGroupSize, MDNode::get(context, number(mode.operand(2))));
      break;
    case spv::ExecutionMode::VecTypeHint: {
      // The component's type in the low half: 8, 16, 32, 64 bits, half, float, double; the count in the high.
      llvm::Type *const types[] = {
          llvm::Type::getInt8Ty(context),  llvm::Type::getInt16Ty(context), i32,
          llvm::Type::getInt64Ty(context), llvm::Type::getHalfTy(context),  llvm::Type::getFloatTy(context),
          llvm::Type::getDoubleTy(context)};
      const uint32_t hint = mode.operand(2), count = hint >> 16;
      if ((hint & 0xFFFF) >= std::size(types) || count > 16) refuse("the hint of a vector's type is not possible");
      llvm::Type *type = types[hint & 0xFFFF];
      if (count > 1) type = FixedVectorType::get(type, count);
      kernel.setMetadata(kVectorTypeHint,
                         MDNode::get(context, {ConstantAsMetadata::get(UndefValue::get(type)), number(1)}));
      break;
    }
    default: break;  // modes of floating point and of scheduling, whose capabilities are checked
    }
  }
}

void ModuleReader::describe_arguments(Id function, Function &kernel) {
  SmallVector<Metadata *> spaces, access, types, qualifiers, names;
  auto text = [&](const Twine &value) { return MDString::get(context, value.str()); };
  llvm::Type *const i32 = llvm::Type::getInt32Ty(context);
  const Type &signature = type(function_type(function));
  const std::vector<Id> &parameters = parameters_[function];
  for (size_t i = 0; i < signature.members.size(); ++i) {
    const Type &type = this->type(signature.members[i]);
    const Id parameter = i < parameters.size() ? parameters[i] : 0;
    unsigned space = 0;
    std::string name = type_name(signature.members[i]), access_name = "none", words;
    const bool by_value = kernel.getArg(unsigned(i))->hasByValAttr();
    if (by_value) {
      name = type_name(type.element);
    } else if (type.op == spv::Op::OpTypePointer) {
      space = address_space(type.storage);
      if (space == kConstantSpace) words = "const";
      for (const Decoration &decoration : decorations(parameter)) {
        const uint32_t attribute = decoration.operands.empty() ? ~0u : decoration.operands[0];
        if (decoration.kind == spv::Decoration::Volatile) words += words.empty() ? "volatile" : " volatile";
        if (decoration.kind == spv::Decoration::Restrict ||
            (decoration.kind == spv::Decoration::FuncParamAttr &&
             attribute == uint32_t(spv::FunctionParameterAttribute::NoAlias)))
          words += words.empty() ? "restrict" : " restrict";
        if (decoration.kind == spv::Decoration::FuncParamAttr && space != kConstantSpace &&
            attribute == uint32_t(spv::FunctionParameterAttribute::NoWrite))
          words += words.empty() ? "const" : " const";
      }
    } else if (type.op == spv::Op::OpTypeQueue) {
      space = kGlobalSpace;
    } else if (type.op == spv::Op::OpTypeImage || type.op == spv::Op::OpTypePipe) {
      const bool is_pipe = type.op == spv::Op::OpTypePipe;
      space = kGlobalSpace;
      if (is_pipe) words = "pipe";
      const uint32_t qualifier = type.image.size() > (is_pipe ? 0 : 6) ? type.image.back() : 0;
      access_name = qualifier == 0 ? "read_only" : qualifier == 1 ? "write_only" : "read_write";
    }
    spaces.push_back(ConstantAsMetadata::get(ConstantInt::get(i32, space)));
    access.push_back(text(access_name));
    types.push_back(text(name));
    qualifiers.push_back(text(words));
    names.push_back(text(this->name(parameter)));
  }
  kernel.setMetadata(kArgumentSpaces, MDNode::get(context, spaces));
  kernel.setMetadata(kArgumentAccess, MDNode::get(context, access));
  kernel.setMetadata(kArgumentBaseTypes, MDNode::get(context, types));
  kernel.setMetadata(kArgumentTypes, MDNode::get(context, types));
  kernel.setMetadata(kArgumentQualifiers, MDNode::get(context, qualifiers));
  kernel.setMetadata(kArgumentNames, MDNode::get(context, names));
}

// A kernel of its own calls the body, as functions and other entry points may, too. Structures come by reference.
void ModuleReader::make_kernel(const EntryPoint &entry, Function &body) {
  SmallVector<llvm::Type *> types;
  for (Argument &argument : body.args()) {
    llvm::Type *type = argument.getType();
    require(!type->isPointerTy() || argument.hasByValAttr() || type->getPointerAddressSpace() != kPrivateSpace,
            "a kernel's argument cannot point to private memory");
    types.push_back(type->isAggregateType() ? PointerType::get(context, kPrivateSpace) : type);
  }
  require(body.getReturnType()->isVoidTy(), "a kernel returns nothing");
  if (module.getNamedValue(entry.name)) refuse("two symbols are named '" + entry.name + "'");
  auto *kernel = Function::Create(FunctionType::get(body.getReturnType(), types, false), GlobalValue::ExternalLinkage,
                                  entry.name, module);
  kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(Attribute::Convergent);
  kernel->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", kernel));
  SmallVector<llvm::Value *> values;
  for (auto [from, to] : zip_equal(body.args(), kernel->args())) {
    to.setName(from.getName());
    const unsigned index = to.getArgNo();
    if (from.getType()->isAggregateType()) {
      to.addAttr(Attribute::getWithByValType(context, from.getType()));
      values.push_back(builder.CreateLoad(from.getType(), &to));
    } else {
      kernel->addParamAttrs(index, AttrBuilder(context, body.getAttributes().getParamAttrs(index)));
      // The kernel knows it, as Clang's own does. Inlined, the body's attribute would become scopes that hold for one
      // work-item, and that LLVM takes for scopes of a loop over work-items.
      from.removeAttr(Attribute::NoAlias);
      values.push_back(&to);
    }
  }
  CallInst *call = builder.CreateCall(&body, values);
  call->setCallingConv(body.getCallingConv());
  // The kernel gets a subprogram, as the lines and variables of inlined code need one.
  if (DISubprogram *of = body.getSubprogram(); of && debug_info) {
    DIBuilder debug(module, /*AllowUnresolved=*/false, unit_);
    DISubprogram *made =
        debug.createFunction(of->getFile(), entry.name, "", of->getFile(), of->getLine(), of->getType(),
                             of->getScopeLine(), DINode::FlagPrototyped, DISubprogram::SPFlagDefinition);
    debug.finalize();
    kernel->setSubprogram(made);
    call->setDebugLoc(DILocation::get(context, of->getLine(), 0, made));
  }
  for (Argument &argument : body.args())
    if (argument.hasByValAttr()) call->addParamAttr(argument.getArgNo(), argument.getAttribute(Attribute::ByVal));
  builder.CreateRetVoid();
  body.removeFnAttr(Attribute::NoInline);
  body.addFnAttr(Attribute::AlwaysInline);
  if (has_contraction_off(entry.function)) kernel->addFnAttr(kContractionOff);
  describe_modes(entry.function, *kernel);
  describe_arguments(entry.function, *kernel);
}

void ModuleReader::make_kernels() {
  for (const EntryPoint &entry : entry_points_) {
    Function *body = function(entry.function);
    require(!body->isDeclaration(), "an entry point has no body");
    // A compiler may list a block's function among the entry points, but the program has no kernel of that name.
    if (blocks_.contains(entry.function)) continue;
    // The kernel's name is the entry point's, whatever the function's.
    if (body->getName() == entry.name) body->setName("__clang_ocl_kern_imp_" + entry.name);
    check_symbol(entry.name);
    if (body->hasExternalLinkage()) body->setLinkage(GlobalValue::InternalLinkage);
    make_kernel(entry, *body);
  }
}

}  // namespace wherry::compiler::spirv
