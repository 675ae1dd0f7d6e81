// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/spirv/debug_info.h"

#include "compiler/frontend/spirv/module_reader.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

// The same in all of the sets.
enum : uint32_t {
  kTypeBasic = 2,
  kTypePointer,
  kTypeQualifier,
  kTypeArray,
  kTypeVector,
  kTypedef,
  kTypeFunction,
  kTypeEnum,
  kTypeComposite,
  kTypeMember,
  kTypeTemplate = 14,
  kFunction = 20,
  kLexicalBlock,
  kLexicalBlockDiscriminator,
  kScope,
  kNoScope,
  kInlinedAt,
  kLocalVariable,
  kDeclare = 28,
  kValue,
  kOperation,
  kExpression,
  kSource = 35,
  kFunctionDefinition = 101,  // this and the next in NonSemantic's sets alone
  kLine = 103
};

constexpr unsigned kMaxDepth = 64;  // nesting of types and scopes; real programs have about ten levels
constexpr size_t kFirst = 2;        // of the operands, behind the set and the number

uint32_t number_of(const Instruction &instruction) { return instruction.operand(1); }

DISubprogram *outermost(DILocalScope *scope, const DILocation *inlined_at) {
  for (; inlined_at; inlined_at = inlined_at->getInlinedAt()) scope = inlined_at->getScope();
  return scope->getSubprogram();
}

}  // namespace

const Instruction *DebugInfo::find(Id id, uint32_t number) const {
  const auto found = noted_.find(id);
  return found != noted_.end() && number_of(found->second) == number ? &found->second : nullptr;
}

Id DebugInfo::id(const Instruction &instruction, size_t index) const { return instruction.operand(kFirst + index); }

uint64_t DebugInfo::constant(const Instruction &instruction, size_t index) const {
  return module_.constant_number(id(instruction, index));
}

bool DebugInfo::is_non_semantic(const Instruction &instruction) const {
  return module_.set(instruction.operand(0)).starts_with("NonSemantic.");
}

uint64_t DebugInfo::literal(const Instruction &instruction, size_t index) const {
  return is_non_semantic(instruction) ? constant(instruction, index) : id(instruction, index);
}

// Empty where no string is named.
std::string DebugInfo::string(const Instruction &instruction, size_t index) const {
  const Id text = id(instruction, index);
  return noted_.contains(text) ? "" : module_.string(text);
}

DIFile *DebugInfo::file(Id source) {
  const Instruction *found = find(source, kSource);
  return builder_->createFile(found ? string(*found, 0) : "input.cl", "");
}

void DebugInfo::note(const Instruction &instruction) {
  noted_[instruction.result] = instruction;
  if (!is_non_semantic(instruction) && instruction.has(1) && number_of(instruction) == kFunction &&
      instruction.has(kFirst + 9))
    of_function_[id(instruction, 9)] = instruction.result;
}

DIType *DebugInfo::type(Id id) {
  const auto found = noted_.find(id);
  if (found == noted_.end() || depth_ == kMaxDepth) return nullptr;
  const auto [place, is_new] = types_.emplace(id, nullptr);
  if (!is_new) return place->second;
  const SaveAndRestore deeper(depth_, depth_ + 1);
  DIType *made = make_type(id, found->second);
  return types_[id] = made;
}

DIType *DebugInfo::make_type(Id id, const Instruction &of) {
  switch (number_of(of)) {
  case kTypeBasic: {
    static constexpr unsigned encodings[] = {
        dwarf::DW_ATE_unsigned, dwarf::DW_ATE_address,     dwarf::DW_ATE_boolean,  dwarf::DW_ATE_float,
        dwarf::DW_ATE_signed,   dwarf::DW_ATE_signed_char, dwarf::DW_ATE_unsigned, dwarf::DW_ATE_unsigned_char};
    const uint64_t encoding = literal(of, 2);
    require(encoding < std::size(encodings), "the type's encoding is not known");
    return builder_->createBasicType(string(of, 0), constant(of, 1), encodings[encoding]);
  }
  case kTypePointer: return builder_->createPointerType(type(this->id(of, 0)), /*SizeInBits=*/64);
  case kTypeQualifier: {
    static constexpr unsigned tags[] = {dwarf::DW_TAG_const_type, dwarf::DW_TAG_volatile_type,
                                        dwarf::DW_TAG_restrict_type, dwarf::DW_TAG_atomic_type};
    const uint64_t qualifier = literal(of, 1);
    require(qualifier < std::size(tags), "the type's qualifier is not known");
    return builder_->createQualifiedType(tags[qualifier], type(this->id(of, 0)));
  }
  case kTypeArray:
  case kTypeVector: return make_array(of);
  case kTypedef:
    return builder_->createTypedef(type(this->id(of, 1)), string(of, 0), file(this->id(of, 2)),
                                   unsigned(literal(of, 3)), unit_);
  case kTypeFunction: return function_type(id);
  case kTypeEnum: return make_enumeration(of);
  case kTypeComposite: return make_composite(id, of);
  case kTypeTemplate: return type(this->id(of, 0));
  default: return nullptr;
  }
}

// A vector of 3 elements takes as many bytes as a vector of 4.
DIType *DebugInfo::make_array(const Instruction &of) {
  DIType *element = type(id(of, 0));
  if (!element) return nullptr;
  uint64_t bits = element->getSizeInBits();
  SmallVector<Metadata *> ranges;
  const bool is_vector = number_of(of) == kTypeVector;
  for (size_t i = 1; of.has(kFirst + i); ++i) {
    const bool is_known = is_vector || module_.is_constant(id(of, i));
    const uint64_t count = !is_known ? 0 : is_vector ? literal(of, i) : constant(of, i);
    require(count <= UINT32_MAX, "the array is too long");
    ranges.push_back(builder_->getOrCreateSubrange(0, is_known ? int64_t(count) : -1));
    bits = SaturatingMultiply(bits, is_vector && count == 3 ? 4 : count);
    if (is_vector) break;
  }
  require(!ranges.empty(), "the array has no length");
  const DINodeArray subscripts = builder_->getOrCreateArray(ranges);
  return is_vector ? builder_->createVectorType(bits, 0, element, subscripts)
                   : builder_->createArrayType(bits, 0, element, subscripts);
}

DIType *DebugInfo::make_enumeration(const Instruction &of) {
  SmallVector<Metadata *> values;
  for (size_t i = 8; of.has(kFirst + i + 1); i += 2)
    values.push_back(builder_->createEnumerator(string(of, i + 1), constant(of, i)));
  return builder_->createEnumerationType(unit_, string(of, 0), file(id(of, 2)), unsigned(literal(of, 3)),
                                         constant(of, 6), 0, builder_->getOrCreateArray(values), type(id(of, 1)));
}

// Registered before its members are read, as their types may lead back to the composite.
DIType *DebugInfo::make_composite(Id id, const Instruction &of) {
  const std::string name = string(of, 0), unique = "spirv." + std::to_string(id);
  DIFile *file = this->file(this->id(of, 2));
  const auto line = unsigned(literal(of, 3));
  const uint64_t tag = literal(of, 1), bits = module_.is_constant(this->id(of, 7)) ? constant(of, 7) : 0;
  DICompositeType *made =
      tag == 2 ? builder_->createUnionType(unit_, name, file, line, bits, 0, DINode::FlagZero, {}, 0, unique)
               : builder_->createStructType(unit_, name, file, line, bits, 0, DINode::FlagZero, nullptr, {}, 0, nullptr,
                                            unique);
  types_[id] = made;
  SmallVector<Metadata *> members;
  for (size_t i = 9; of.has(kFirst + i); ++i)
    if (const Instruction *member = find(this->id(of, i), kTypeMember)) {
      // OpenCL.DebugInfo has the parent among the operands.
      const size_t offset = is_non_semantic(*member) && module_.is_constant(this->id(*member, 5)) ? 5 : 6;
      members.push_back(builder_->createMemberType(
          made, string(*member, 0), this->file(this->id(*member, 2)), unsigned(literal(*member, 3)),
          constant(*member, offset + 1), 0, constant(*member, offset), DINode::FlagZero, type(this->id(*member, 1))));
    }
  builder_->replaceArrays(made, builder_->getOrCreateArray(members));
  return made;
}

DISubroutineType *DebugInfo::function_type(Id id) {
  SmallVector<Metadata *> types;
  if (const Instruction *found = find(id, kTypeFunction))
    for (size_t i = 1; found->has(kFirst + i); ++i) types.push_back(type(this->id(*found, i)));
  return builder_->createSubroutineType(builder_->getOrCreateTypeArray(types));
}

DISubprogram *DebugInfo::subprogram_of(Id id) {
  const auto known = subprograms_.find(id);
  if (known != subprograms_.end()) return known->second;
  const Instruction *found = find(id, kFunction);
  if (!found) return nullptr;
  DIFile *file = this->file(this->id(*found, 2));
  return subprograms_[id] =
             builder_->createFunction(file, string(*found, 0), string(*found, 6), file, unsigned(literal(*found, 3)),
                                      function_type(this->id(*found, 1)), unsigned(literal(*found, 8)),
                                      DINode::FlagPrototyped, DISubprogram::SPFlagDefinition);
}

DISubprogram *DebugInfo::subprogram(Id function, ArrayRef<Instruction> body) try {
  if (noted_.empty()) return nullptr;
  if (!builder_) {
    const auto source = llvm::find_if(noted_, [](auto &each) { return number_of(each.second) == kSource; });
    unit_ = &module_.unit(source == noted_.end() ? "" : string(source->second, 0));
    builder_.emplace(module_.module, /*AllowUnresolved=*/true, unit_);
  }
  Id named = of_function_.contains(function) ? of_function_.at(function) : 0;
  for (const Instruction &each : body)
    if (each.op == spv::Op::OpExtInst && is_debug_set(module_.set(each.operand(0))) && is_non_semantic(each) &&
        number_of(each) == kFunctionDefinition && id(each, 1) == function)
      named = id(each, 0);
  DISubprogram *found = subprogram_of(named);
  return found && attached_.insert(found).second ? found : nullptr;
} catch (const Refused &) {
  return nullptr;
}

DILocalScope *DebugInfo::scope(Id id, unsigned depth) {
  if (depth == kMaxDepth) return nullptr;
  if (find(id, kFunction)) return subprogram_of(id);
  if (const Instruction *found = find(id, kLexicalBlockDiscriminator)) return scope(this->id(*found, 2), depth + 1);
  const Instruction *found = find(id, kLexicalBlock);
  if (!found) return nullptr;
  if (const auto known = scopes_.find(id); known != scopes_.end()) return known->second;
  DILocalScope *parent = scope(this->id(*found, 3), depth + 1);
  if (!parent) return nullptr;
  return scopes_[id] = builder_->createLexicalBlock(parent, file(this->id(*found, 0)), unsigned(literal(*found, 1)),
                                                    unsigned(literal(*found, 2)));
}

DILocation *DebugInfo::inlined_at(Id id, unsigned depth) {
  const Instruction *found = find(id, kInlinedAt);
  if (!found || depth == kMaxDepth) return nullptr;
  DILocalScope *scope = this->scope(this->id(*found, 1));
  if (!scope) return nullptr;
  return DILocation::getDistinct(scope->getContext(), unsigned(literal(*found, 0)), 0, scope,
                                 found->has(kFirst + 2) ? inlined_at(this->id(*found, 2), depth + 1) : nullptr);
}

DILocation *DebugInfo::location(uint32_t line, uint32_t column, const Place &place) {
  if (!place.function) return nullptr;
  DILocalScope *scope = place.scope ? place.scope : place.function;
  return DILocation::get(scope->getContext(), line, column, scope, place.inlined_at);
}

DILocation *DebugInfo::line(const Instruction &instruction, const Place &place) try {
  if (!is_non_semantic(instruction) || number_of(instruction) != kLine) return nullptr;
  return location(uint32_t(constant(instruction, 1)), uint32_t(constant(instruction, 3)), place);
} catch (const Refused &) {
  return nullptr;
}

void DebugInfo::read(const Instruction &instruction, Place &place, BasicBlock &block) try {
  if (!builder_ || !place.function) return;
  switch (number_of(instruction)) {
  case kScope: {
    place.scope = scope(id(instruction, 0));
    place.inlined_at = place.scope && instruction.has(kFirst + 1) ? inlined_at(id(instruction, 1)) : nullptr;
    if (place.scope && outermost(place.scope, place.inlined_at) != place.function)
      place.scope = nullptr, place.inlined_at = nullptr;
    return;
  }
  case kNoScope: place.scope = nullptr, place.inlined_at = nullptr; return;
  case kDeclare: return add_variable(instruction, true, place, block);
  case kValue: return add_variable(instruction, false, place, block);
  default: return;
  }
} catch (const Refused &) {
}

DILocalVariable *DebugInfo::variable(Id id) {
  if (const auto known = variables_.find(id); known != variables_.end()) return known->second;
  const Instruction *found = find(id, kLocalVariable);
  DILocalScope *scope = found ? this->scope(this->id(*found, 5)) : nullptr;
  DIType *type = found ? this->type(this->id(*found, 1)) : nullptr;
  if (!scope || !type) return nullptr;
  DIFile *file = this->file(this->id(*found, 2));
  const auto line = unsigned(literal(*found, 3));
  uint64_t argument = found->has(kFirst + 7) ? literal(*found, 7) : 0;
  // Each parameter has one variable.
  if (argument > UINT16_MAX || !arguments_.emplace(scope->getSubprogram(), argument).second) argument = 0;
  return variables_[id] = argument ? builder_->createParameterVariable(scope, string(*found, 0), unsigned(argument),
                                                                       file, line, type)
                                   : builder_->createAutoVariable(scope, string(*found, 0), file, line, type);
}

// A debug expression; null: it has an operation that is unknown or not possible there.
DIExpression *DebugInfo::expression(Id id) const {
  SmallVector<uint64_t> operations;
  if (const Instruction *found = find(id, kExpression))
    for (size_t i = 0; found->has(kFirst + i); ++i) {
      const Instruction *operation = find(this->id(*found, i), kOperation);
      if (!operation) return nullptr;
      switch (literal(*operation, 0)) {
      case 0: operations.push_back(dwarf::DW_OP_deref); break;
      case 1: operations.push_back(dwarf::DW_OP_plus); break;
      case 2: operations.push_back(dwarf::DW_OP_minus); break;
      case 3: operations.append({dwarf::DW_OP_plus_uconst, literal(*operation, 1)}); break;
      case 7: operations.push_back(dwarf::DW_OP_stack_value); break;
      case 8: operations.append({dwarf::DW_OP_constu, literal(*operation, 1)}); break;
      default: return nullptr;
      }
    }
  DIExpression *made = DIExpression::get(module_.context, operations);
  return made->isValid() ? made : nullptr;
}

void DebugInfo::add_variable(const Instruction &instruction, bool declares, const Place &place, BasicBlock &block) {
  if (instruction.has(kFirst + 3)) return;  // a part of a composite
  DILocalVariable *variable = this->variable(id(instruction, 0));
  llvm::Value *value = module_.value(id(instruction, 1)).ir;
  DIExpression *expression = this->expression(id(instruction, 2));
  if (!variable || !expression || isa<UndefValue>(value) || (declares && !value->getType()->isPointerTy())) return;
  DISubprogram *const of = variable->getScope()->getSubprogram();
  const bool is_inlined = of != place.function;
  if (is_inlined && !(place.inlined_at && place.scope->getSubprogram() == of)) return;
  const DILocation *where = DILocation::get(module_.context, variable->getLine(), 0, variable->getScope(),
                                            is_inlined ? place.inlined_at : nullptr);
  if (declares)
    builder_->insertDeclare(value, variable, expression, where, &block);
  else
    builder_->insertDbgValueIntrinsic(value, variable, expression, where, &block);
}

void DebugInfo::finish() {
  if (builder_) builder_->finalize();
}

}  // namespace wherry::compiler::spirv
