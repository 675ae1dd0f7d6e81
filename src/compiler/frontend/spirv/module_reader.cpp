// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/spirv/module_reader.h"

#include "compiler/frontend/spirv/function_reader.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

template <class Map> const typename Map::mapped_type &find(const Map &map, Id id, const char *what) {
  const auto found = map.find(id);
  if (found == map.end()) refuse("%" + Twine(id) + " is no " + what + " that stands before");
  return found->second;
}

bool is_known_set(StringRef name) { return name == "OpenCL.std" || is_debug_set(name); }

constexpr spv::Capability kCapabilities[] = {
#define WHERRY_SPIRV_CAPABILITY(name, number) static_cast<spv::Capability>(number),
#include "kernel_abi/spirv.def"
};

// DPC++ leaves calls of LLVM's intrinsics in its modules. A module may import these: all operands and the result have
// one integer type. (bswap has no form for i8, which the verifier refuses.)
bool is_integer_function(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::bitreverse:
  case llvm::Intrinsic::bswap:
  case llvm::Intrinsic::ctpop:
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
  case llvm::Intrinsic::sadd_sat:
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::sshl_sat:
  case llvm::Intrinsic::ssub_sat:
  case llvm::Intrinsic::uadd_sat:
  case llvm::Intrinsic::umax:
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::ushl_sat:
  case llvm::Intrinsic::usub_sat: return true;
  default: return false;
  }
}

// LLVM's intrinsic of this name and type; null if there is none, or modules may not import it.
Function *imported_from_llvm(Module &module, StringRef name, FunctionType *type) {
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  if (!is_integer_function(id) || !type->getReturnType()->isIntOrIntVectorTy()) return nullptr;
  Function *made = llvm::Intrinsic::getOrInsertDeclaration(&module, id, {type->getReturnType()});
  return made->getName() == name && made->getFunctionType() == type ? made : nullptr;
}

// Moves each OpLine that stands before a function, its parameters or its first label behind that label, where the
// reader expects lines.
std::vector<Instruction> with_lines_in_blocks(ArrayRef<Instruction> functions) {
  std::vector<Instruction> moved, lines;
  bool in_body = false;
  for (const Instruction &instruction : functions) {
    if (!in_body && (instruction.op == spv::Op::OpLine || instruction.op == spv::Op::OpNoLine)) {
      lines.push_back(instruction);
      continue;
    }
    moved.push_back(instruction);
    if (instruction.op == spv::Op::OpFunctionEnd) in_body = false;
    if (in_body || instruction.op != spv::Op::OpLabel) continue;
    in_body = true;
    moved.insert(moved.end(), lines.begin(), lines.end());
    lines.clear();
  }
  return moved;
}

// Clang 22 writes a memset of a length that is no constant as a call of a function of its own, a loop over bytes. It
// becomes LLVM's memset again, which passes know.
void restore_memset(Function &function) {
  const FunctionType *type = function.getFunctionType();
  if (!function.getName().starts_with("spirv.llvm_memset_") || function.isDeclaration() || type->getNumParams() != 4 ||
      !type->getReturnType()->isVoidTy() || !type->getParamType(0)->isPointerTy() ||
      !type->getParamType(1)->isIntegerTy(8) || !type->getParamType(2)->isIntegerTy())
    return;
  // The last argument says whether the memset is volatile.
  const bool is_plain = all_of(function.users(), [&](const User *user) {
    auto *call = dyn_cast<CallInst>(user);
    return call && call->getCalledOperand() == &function && match(call->getArgOperand(3), PatternMatch::m_Zero());
  });
  if (!is_plain) return;
  const auto linkage = function.getLinkage();
  function.deleteBody();
  function.setLinkage(linkage);
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  builder.CreateMemSet(function.getArg(0), function.getArg(1), function.getArg(2), Align());
  builder.CreateRetVoid();
}

}  // namespace

void check_symbol(StringRef name) {
  if (name.starts_with("llvm.") || name.contains('\0')) refuse("no symbol can be named '" + name + "'");
}

Align alignment(uint64_t bytes) {
  require(isPowerOf2_64(bytes) && bytes <= llvm::Value::MaximumAlignment, "the alignment is not possible");
  return Align(bytes);
}

bool is_debug_set(StringRef name) { return name.starts_with("OpenCL.DebugInfo.") || name.starts_with("NonSemantic."); }

ModuleReader::ModuleReader(const abi::CompileRequest &request, const Options &options, Module &module)
    : module(module), context(module.getContext()), options(options),
      precise_division(is_contained(options.clang, "-cl-fp32-correctly-rounded-divide-sqrt")), request_(request) {
  if (is_contained(options.clang, "-debug-info-kind=limited")) debug_info.emplace(*this);
}

const Type &ModuleReader::type(Id id) const { return find(types_, id, "type"); }

llvm::Type *ModuleReader::ir_type(Id id) const {
  llvm::Type *ir = type(id).ir;
  require(ir && !ir->isFunctionTy(), "a value of this type is not possible");
  return ir;
}

llvm::Type *ModuleReader::sized_type(Id id) const {
  llvm::Type *ir = ir_type(id);
  require(ir->isSized(), "a value of this type has no size");
  return ir;
}

const Value &ModuleReader::value(Id id) const { return find(values_, id, "value"); }
const std::string &ModuleReader::string(Id id) const { return find(strings_, id, "string"); }
StringRef ModuleReader::set(Id id) const { return find(sets_, id, "extended instruction set"); }
Id ModuleReader::function_type(Id id) const { return find(function_types_, id, "function"); }
llvm::Function *ModuleReader::function(Id id) const { return find(functions_, id, "function"); }

void ModuleReader::define(Id id, Value value) {
  if (!values_.emplace(id, value).second) refuse("%" + Twine(id) + " is defined twice");
}

Constant *ModuleReader::constant(Id id) const {
  auto *found = dyn_cast<Constant>(value(id).ir);
  if (!found) refuse("%" + Twine(id) + " is no constant");
  return found;
}

bool ModuleReader::is_constant(Id id) const {
  const auto found = values_.find(id);
  return found != values_.end() && isa<ConstantInt>(found->second.ir);
}

uint64_t ModuleReader::constant_number(Id id) const {
  auto *number = dyn_cast<ConstantInt>(value(id).ir);
  if (!number) refuse("%" + Twine(id) + " is no constant integer");
  return number->getZExtValue();
}

StringRef ModuleReader::name(Id id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? "" : StringRef(found->second);
}

ArrayRef<Decoration> ModuleReader::decorations(Id id) const {
  const auto found = decorations_.find(id);
  return found == decorations_.end() ? ArrayRef<Decoration>() : ArrayRef(found->second);
}

const Decoration *ModuleReader::decoration(Id id, spv::Decoration kind) const {
  for (const Decoration &decoration : decorations(id))
    if (decoration.kind == kind) return &decoration;
  return nullptr;
}

Align ModuleReader::asked_alignment(Id id) const {
  Align asked;
  for (const Decoration &decoration : decorations(id)) {
    const uint32_t word = decoration.operands.empty() ? 0 : decoration.operands[0];
    const uint64_t bytes = decoration.kind == spv::Decoration::Alignment ? word
                           : decoration.kind == spv::Decoration::AlignmentId && is_constant(word)
                               ? constant_number(word)
                               : 0;
    if (bytes != 0) asked = std::max(asked, alignment(bytes));
  }
  return asked;
}

Align ModuleReader::variable_alignment(Id id) const {
  // Clang 22 writes the alignment of a function's variable as a signed byte.
  constexpr uint32_t kWritten128 = 0xFFFFFF80, kWritten256OrMore = 0;
  if (const Decoration *decorated = decoration(id, spv::Decoration::Alignment);
      decorated && !decorated->operands.empty()) {
    if (decorated->operands[0] == kWritten128) return Align(128);
    if (decorated->operands[0] == kWritten256OrMore) return Align(256);
  }
  return asked_alignment(id);
}

const Decoration *ModuleReader::builtin(Id variable) const {
  const auto found = builtins_.find(variable);
  return found == builtins_.end() ? nullptr : &found->second;
}

unsigned ModuleReader::address_space(spv::StorageClass storage) {
  switch (storage) {
  case spv::StorageClass::Function:
  case spv::StorageClass::Input: return kPrivateSpace;
  case spv::StorageClass::CrossWorkgroup: return kGlobalSpace;
  case spv::StorageClass::UniformConstant: return kConstantSpace;
  case spv::StorageClass::Workgroup: return kLocalSpace;
  case spv::StorageClass::Generic: return kGenericSpace;
  default: refuse("storage class " + Twine(unsigned(storage)) + " is not OpenCL's");
  }
}

void ModuleReader::check_capability(uint32_t capability) const {
  if (!is_contained(kCapabilities, static_cast<spv::Capability>(capability)))
    refuse("capability " + Twine(capability) + " is not one of this device's (CL_DEVICE_SPIRV_CAPABILITIES_KHR)");
}

void ModuleReader::read_annotation(const Instruction &instruction) {
  const Id target = instruction.operand(0);
  switch (instruction.op) {
  case spv::Op::OpDecorate:
  case spv::Op::OpDecorateId:
  case spv::Op::OpDecorateString:
    decorations_[target].push_back(
        {static_cast<spv::Decoration>(instruction.operand(1)), instruction.operands.drop_front(2)});
    return;
  case spv::Op::OpGroupDecorate:
    for (Id member : instruction.operands.drop_front()) {
      const std::vector<Decoration> group = decorations(target).vec();
      llvm::append_range(decorations_[member], group);
    }
    return;
  default: return;  // members' decorations: the layout of OpenCL's structures follows from their types
  }
}

// Reads an instruction that stands before the first function.
void ModuleReader::read_declaration(const Instruction &instruction) {
  switch (instruction.op) {
  case spv::Op::OpCapability: return check_capability(instruction.operand(0));
  case spv::Op::OpExtInstImport: {
    std::string name = literal_string(instruction.operands, 0).text;
    if (!is_known_set(name)) refuse("the extended instruction set '" + name + "' is not known");
    sets_[instruction.result] = std::move(name);
    return;
  }
  case spv::Op::OpMemoryModel:
    require(instruction.operand(0) == uint32_t(spv::AddressingModel::Physical64),
            "the addressing model is not Physical64 (this device has addresses of 64 bits)");
    require(instruction.operand(1) == uint32_t(spv::MemoryModel::OpenCL), "the memory model is not OpenCL's");
    return;
  case spv::Op::OpEntryPoint:
    require(instruction.operand(0) == uint32_t(spv::ExecutionModel::Kernel), "the entry point is no kernel");
    entry_points_.push_back({instruction.operand(1), literal_string(instruction.operands, 2).text});
    return;
  case spv::Op::OpExecutionMode:
  case spv::Op::OpExecutionModeId: modes_[instruction.operand(0)].push_back(instruction); return;
  case spv::Op::OpString: strings_[instruction.result] = literal_string(instruction.operands, 0).text; return;
  case spv::Op::OpName: names_[instruction.operand(0)] = literal_string(instruction.operands, 1).text; return;
  case spv::Op::OpDecorate:
  case spv::Op::OpDecorateId:
  case spv::Op::OpDecorateString:
  case spv::Op::OpMemberDecorate:
  case spv::Op::OpMemberDecorateString:
  case spv::Op::OpGroupDecorate:
  case spv::Op::OpGroupMemberDecorate: return read_annotation(instruction);
  case spv::Op::OpUndef:
    return define(instruction.result, {UndefValue::get(sized_type(instruction.type)), instruction.type});
  case spv::Op::OpVariable: return read_variable(instruction);
  case spv::Op::OpExtInst:
    require(is_debug_set(set(instruction.operand(0))), "this stands outside of a function");
    if (debug_info) debug_info->note(instruction);
    return define(instruction.result, {UndefValue::get(llvm::Type::getInt32Ty(context)), 0});
  // Alias scopes hold for one work-item. LLVM would take them for scopes of a loop over work-items: they are left out.
  case spv::Op::OpAliasDomainDeclINTEL:
  case spv::Op::OpAliasScopeDeclINTEL:
  case spv::Op::OpAliasScopeListDeclINTEL:
  case spv::Op::OpDecorationGroup:
  case spv::Op::OpExtension:
  case spv::Op::OpSource:
  case spv::Op::OpSourceContinued:
  case spv::Op::OpSourceExtension:
  case spv::Op::OpMemberName:
  case spv::Op::OpModuleProcessed:
  case spv::Op::OpLine:
  case spv::Op::OpNoLine:
  case spv::Op::OpNop: return;
  default: break;
  }
  const std::string name = name_of(instruction.op);
  if (StringRef(name).starts_with("OpType")) return read_type(instruction);
  if (StringRef(name).starts_with("OpConstant") || StringRef(name).starts_with("OpSpecConstant"))
    return read_constant(instruction);
  refuse("this instruction is not supported outside of a function");
}

GlobalValue::LinkageTypes ModuleReader::linkage(Id id, std::string &name, bool &is_import) const {
  is_import = false;
  const Decoration *attributes = decoration(id, spv::Decoration::LinkageAttributes);
  if (!attributes) return GlobalValue::InternalLinkage;
  const Literal literal = literal_string(attributes->operands, 0);
  require(literal.end < attributes->operands.size(), "the linkage has no type");
  name = literal.text;
  const auto kind = static_cast<spv::LinkageType>(attributes->operands[literal.end]);
  is_import = kind == spv::LinkageType::Import;
  require(!name.empty(), "what is exported or imported has no name");
  return kind == spv::LinkageType::LinkOnceODR ? GlobalValue::LinkOnceODRLinkage : GlobalValue::ExternalLinkage;
}

void ModuleReader::read_variable(const Instruction &instruction) {
  const Type &pointer = type(instruction.type);
  require(pointer.op == spv::Op::OpTypePointer, "a variable's type is no pointer");
  const auto storage = static_cast<spv::StorageClass>(instruction.operand(0));
  require(storage == pointer.storage, "the variable's storage class is not its type's");
  const Decoration *decorated = decoration(instruction.result, spv::Decoration::BuiltIn);
  // SPIR-V 1.0 had OpenCL's builtin variables in UniformConstant, too.
  if (storage == spv::StorageClass::Input || (storage == spv::StorageClass::UniformConstant && decorated)) {
    require(decorated && !decorated->operands.empty(), "a variable in Input is no builtin");
    builtins_.emplace(instruction.result, *decorated);
    return define(instruction.result, {UndefValue::get(pointer.ir), instruction.type});
  }
  require(storage != spv::StorageClass::Function && storage != spv::StorageClass::Generic,
          "a variable of a module cannot stand in this storage class");
  std::string name = this->name(instruction.result).str();
  bool is_import = false;
  const auto linkage = this->linkage(instruction.result, name, is_import);
  check_symbol(name);
  llvm::Type *held = sized_type(pointer.element);
  Constant *initial = is_import                                 ? nullptr
                      : instruction.has(1)                      ? constant(instruction.operand(1))
                      : storage == spv::StorageClass::Workgroup ? UndefValue::get(held)
                                                                : Constant::getNullValue(held);
  require(!initial || initial->getType() == held, "the initial value's type is not the variable's");
  if (storage == spv::StorageClass::Workgroup && initial) initial = UndefValue::get(held);
  require(linkage == GlobalValue::InternalLinkage || !module.getNamedValue(name), "two symbols have one name");
  auto *variable = new GlobalVariable(module, held, storage == spv::StorageClass::UniformConstant, linkage, initial,
                                      name, nullptr, GlobalValue::NotThreadLocal, address_space(storage));
  variable->setAlignment(std::max(module.getDataLayout().getPrefTypeAlign(held), asked_alignment(instruction.result)));
  define(instruction.result, {variable, instruction.type});
}

void ModuleReader::declare_function(const Instruction &instruction) {
  const Type &signature = type(instruction.operand(1));
  require(signature.op == spv::Op::OpTypeFunction, "a function's type is no function type");
  std::string name = this->name(instruction.result).str();
  bool is_import = false;
  auto linkage = this->linkage(instruction.result, name, is_import);
  function_types_[instruction.result] = instruction.operand(1);
  if (is_import && name.starts_with("llvm."))
    if (Function *found = imported_from_llvm(module, name, cast<FunctionType>(signature.ir))) {
      functions_[instruction.result] = found;
      return;
    }
  check_symbol(name);
  if (linkage != GlobalValue::InternalLinkage && module.getNamedValue(name))
    refuse("two symbols are named '" + name + "'");
  auto *made = Function::Create(cast<FunctionType>(signature.ir), linkage, name, module);
  made->setCallingConv(CallingConv::SPIR_FUNC);
  made->addFnAttr(Attribute::Convergent);
  made->addFnAttr(Attribute::NoUnwind);
  if (is_import) made->addFnAttr(kSpirvImport);
  const uint32_t control = instruction.operand(0);
  // DontInline is ignored. Clang gives it to every function at -O0, and the vectoriser runs a call that is not inlined
  // for one work-item after the other: kernels ran up to 11 times slower.
  if (control & uint32_t(spv::FunctionControlMask::Inline)) made->addFnAttr(Attribute::AlwaysInline);
  functions_[instruction.result] = made;
}

DICompileUnit &ModuleReader::unit(StringRef file) {
  if (unit_) return *unit_;
  if (file.empty()) file = "input.cl";
  DIBuilder builder(module);
  unit_ = builder.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_OpenCL), builder.createFile(file, ""), "",
                                    options.optimize, "", 0, "",
                                    debug_info ? DICompileUnit::FullDebug : DICompileUnit::NoDebug);
  builder.finalize();
  module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  return *unit_;
}

DISubprogram *ModuleReader::subprogram(const Instruction &line, const Function &function) {
  DIBuilder builder(module, /*AllowUnresolved=*/false, &unit(string(line.operand(0))));
  DIFile *file = builder.createFile(string(line.operand(0)), "");
  DISubprogram *made = builder.createFunction(file, function.getName(), "", file, line.operand(1),
                                              builder.createSubroutineType(builder.getOrCreateTypeArray({})),
                                              line.operand(1), DINode::FlagPrototyped, DISubprogram::SPFlagDefinition);
  builder.finalize();
  return made;
}

void ModuleReader::read(const Words &words) {
  // Names and decorations stand before or behind their targets, but all come before the first function.
  size_t index = 0;
  const Instruction *current = nullptr;
  std::vector<Instruction> bodies;
  try {
    for (const Instruction &instruction : words.instructions) {
      current = &instruction;
      if (instruction.op == spv::Op::OpFunction) break;
      read_declaration(instruction);
      ++index;
    }
    bodies = with_lines_in_blocks(ArrayRef(words.instructions).drop_front(index));
    for (const Instruction &instruction : bodies) {
      current = &instruction;
      if (instruction.op == spv::Op::OpFunction) {
        declare_function(instruction);
        parameters_[instruction.result];
      }
    }
    find_exact(bodies);
    for (const auto &[id, function] : functions_)
      if (contracts(id)) function->addFnAttr(kContracts);
    for (size_t begin = 0; begin < bodies.size();) {
      current = &bodies[begin];
      require(current->op == spv::Op::OpFunction, "this instruction stands outside of a function");
      size_t end = begin + 1;
      while (end < bodies.size() && bodies[end].op != spv::Op::OpFunctionEnd) ++end;
      require(end < bodies.size(), "the function has no end");
      read_function(*this, ArrayRef(bodies).slice(begin, end - begin), current);
      for (size_t at = begin + 1; at < end && bodies[at].op == spv::Op::OpFunctionParameter; ++at)
        parameters_[bodies[begin].result].push_back(bodies[at].result);
      begin = end + 1;
    }
  } catch (Refused &refused) {
    if (current)
      refused.why = name_of(current->op) + " at word " + std::to_string(current->offset) + ": " + refused.why;
    throw;
  }
  for (Function &function : module) restore_memset(function);
  make_kernels();
  if (debug_info) debug_info->finish();
}

}  // namespace wherry::compiler::spirv
