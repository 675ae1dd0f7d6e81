// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/image_calls.h"

#include "compiler/codegen/kept_registers.h"
#include "compiler/ir/vector_parts.h"
#include "compiler/lower/image_moves.h"
#include "compiler/vectorise/candidates.h"
#include "kernel_abi/abi.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

constexpr ImageCall kCalls[] = {
#define WHERRY_IMAGE_CALL(name, result, parameters) {#name, #result[0], #parameters},
#include "kernel_abi/image_calls.def"
};
constexpr char kPrefix[] = "__wherry_image_", kFilter[] = "__wherry_image_filter_";
// Suffixes of functions: one that returns a structure, between passes only; for lanes anywhere; for lanes in a row; for
// two vectors of a row side by side, as code to be inlined alone; to be inlined (InlineImageCallsPass); for a row of a
// 2D image without a border, with few arguments and with vector registers that it keeps (codegen/kept_registers.h).
constexpr char kMembers[] = ".members", kLanes[] = "_lanes", kRow[] = "_row", kPair[] = "_pair", kNear[] = "_near",
               kPlane[] = "_plane";
// An attribute of the calls in the code of full vectors; epilogues' calls lack it.
constexpr char kOften[] = "wherry-often";
const ImageCall *find(StringRef name) {
  if (!name.starts_with(kPrefix)) return nullptr;
  name.consume_back(kMembers);
  for (const ImageCall &call : kCalls)
    if (call.name == name) return &call;
  return nullptr;
}

Type *element_of(LLVMContext &context, char letter) {
  return letter == 'f' ? Type::getFloatTy(context) : static_cast<Type *>(Type::getInt32Ty(context));
}

bool writes(const ImageCall &call) { return call.result == 'v'; }

void set_attributes(Function &function, bool writes) {
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setNoSync();
  if (!writes) function.setOnlyReadsMemory();
}

}  // namespace

bool is_image_call(const GlobalValue &value) {
  return isa<Function>(value) && value.isDeclaration() && find(value.getName());
}

bool is_image_function(const Function &function) {
  if (!function.isDeclaration()) return false;
  return function.getName().starts_with(kFilter) || function.getName().starts_with(kMovePrefix) ||
         any_of(kCalls, [&](const ImageCall &call) {
           StringRef suffix = function.getName();
           return suffix.consume_front(call.name) && (suffix.empty() || suffix[0] == '_' || suffix[0] == '.');
         });
}

const ImageCall *image_call_of(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? find(callee->getName()) : nullptr;
}

Value *split_image_call(IRBuilderBase &builder, CallInst &call) {
  Function &callee = *call.getCalledFunction();
  auto *type = cast<FixedVectorType>(call.getType());
  SmallVector<Type *, 4> members(type->getNumElements(), type->getElementType());
  auto *result = StructType::get(builder.getContext(), members);
  auto split = callee.getParent()->getOrInsertFunction(
      (callee.getName() + kMembers).str(), FunctionType::get(result, callee.getFunctionType()->params(), false));
  set_attributes(*cast<Function>(split.getCallee()), false);
  Value *all = builder.CreateCall(split, SmallVector<Value *>(call.args()));
  Value *vector = PoisonValue::get(type);
  for (unsigned k = 0; k < members.size(); ++k)
    vector = builder.CreateInsertElement(vector, builder.CreateExtractValue(all, k), k);
  return vector;
}

// Calls NAME + `suffix`, which returns four of `vector` for each of `vectors`, or nothing.
static CallInst *call_of(IRBuilderBase &builder, const ImageCall &call, StringRef suffix, ArrayRef<Value *> arguments,
                         Type *vector, unsigned vectors) {
  SmallVector<Type *> types;
  for (Value *one : arguments) types.push_back(one->getType());
  Type *result = StructType::get(builder.getContext(), SmallVector<Type *, 8>(4 * vectors, vector));
  auto callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      (call.name + suffix).str(), FunctionType::get(writes(call) ? builder.getVoidTy() : result, types, false));
  auto &function = *cast<Function>(callee.getCallee());
  function.setCallingConv(CallingConv::X86_RegCall);
  set_attributes(function, writes(call));
  CallInst *made = builder.CreateCall(callee, arguments);
  made->setCallingConv(CallingConv::X86_RegCall);
  return made;
}

// Calls NAME + `suffix` for each `vectors` times `width` lanes of all, with the arguments that `part_of(first lane)`
// gives.
static Value *call_parts(IRBuilderBase &builder, const ImageCall &call, StringRef suffix, unsigned lanes,
                         unsigned width, unsigned vectors, bool often,
                         function_ref<SmallVector<Value *>(unsigned)> part_of) {
  Type *element = element_of(builder.getContext(), call.result), *vector = FixedVectorType::get(element, width);
  SmallVector<SmallVector<Value *>, 4> members(4);  // members of each part's result
  for (unsigned first = 0; first < lanes; first += vectors * width) {
    CallInst *made = call_of(builder, call, suffix, part_of(first), vector, vectors);
    if (often) made->addFnAttr(Attribute::get(builder.getContext(), kOften));
    for (unsigned k = 0; !writes(call) && k < 4 * vectors; ++k)
      members[k % 4].push_back(builder.CreateExtractValue(made, k));
  }
  if (writes(call)) return nullptr;
  vector = FixedVectorType::get(element, lanes);
  Value *all = PoisonValue::get(StructType::get(builder.getContext(), SmallVector<Type *, 4>(4, vector)));
  for (unsigned k = 0; k < 4; ++k)
    all = builder.CreateInsertValue(all, padded_part_of(builder, concatenateVectors(builder, members[k]), 0, lanes), k);
  return all;
}

Value *call_for_lanes(IRBuilderBase &builder, const ImageCall &call, ArrayRef<Value *> arguments, Value *mask,
                      unsigned lanes, unsigned width, bool often) {
  return call_parts(builder, call, kLanes, lanes, width, 1, often, [&](unsigned first) {
    SmallVector<Value *> given(arguments.take_front(kUniformParameters));
    if (writes(call)) given.push_back(builder.CreateTrunc(builder.CreateLShr(mask, first), builder.getInt32Ty()));
    for (Value *argument : arguments.drop_front(kUniformParameters))
      given.push_back(padded_part_of(builder, argument, first, width));
    return given;
  });
}

// Whether a row's function takes the first lane's value: of y and z, which are uniform, and of an integer x. A float x
// stays a vector, since rounding may make its steps differ from 1. call_for_row() leaves the level out.
bool is_scalar_of_row(const ImageCall &call, unsigned argument) {
  const unsigned parameter = argument - kUniformParameters;
  return parameter < 4 && (parameter > 0 || call.parameters[0] == 'i');
}

// The floor of lane `first`, -1 if that of the first lane is.
static Value *floor_of_vector(IRBuilderBase &builder, Value *first_floor, unsigned first) {
  if (first == 0) return first_floor;
  return builder.CreateSelect(builder.CreateIsNeg(first_floor), first_floor,
                              builder.CreateAdd(first_floor, builder.getInt32(first)));
}

Value *call_for_row(IRBuilderBase &builder, const ImageCall &call, ArrayRef<Value *> arguments, Value *first_floor,
                    unsigned lanes, unsigned width, bool often) {
  const unsigned vectors = lanes % (2 * width) == 0 ? 2 : 1;
  return call_parts(builder, call, vectors == 2 ? kPair : kRow, lanes, width, vectors, often, [&](unsigned first) {
    SmallVector<Value *> given(arguments.take_front(kUniformParameters));
    for (auto [index, argument] : enumerate(arguments.drop_front(kUniformParameters))) {
      const unsigned k = unsigned(index);
      if (k == 3) continue;
      const bool is_scalar = is_scalar_of_row(call, k + kUniformParameters);
      if (is_scalar)
        given.push_back(k == 0 && first ? builder.CreateAdd(argument, builder.getInt32(first)) : argument);
      else if (k == 0)
        for (unsigned v = 0; v < vectors; ++v)
          given.push_back(padded_part_of(builder, argument, first + v * width, width));
    }
    if (first_floor) given.push_back(floor_of_vector(builder, first_floor, first));
    for (unsigned v = 0; v < vectors; ++v)
      for (Value *channel : arguments.drop_front(kUniformParameters + 4))
        given.push_back(padded_part_of(builder, channel, first + v * width, width));
    return given;
  });
}

static void declare_image_calls(Module &module) {
  for (Function &function : module)
    if (is_image_call(function)) set_attributes(function, writes(*find(function.getName())));
}

static void lower_members(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (!is_image_call(function) || !name.consume_back(kMembers)) continue;
    auto *members = cast<StructType>(function.getReturnType());
    auto *vector = FixedVectorType::get(members->getElementType(0), members->getNumElements());
    auto whole =
        module.getOrInsertFunction(name, FunctionType::get(vector, function.getFunctionType()->params(), false));
    set_attributes(*cast<Function>(whole.getCallee()), false);
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> builder(call);
      Value *one = builder.CreateCall(whole, SmallVector<Value *>(call->args()));
      Value *all = PoisonValue::get(members);
      for (unsigned k = 0; k < members->getNumElements(); ++k)
        all = builder.CreateInsertValue(all, builder.CreateExtractElement(one, k), k);
      call->replaceAllUsesWith(all);
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

// Replaces calls of NAME_pair, which InlineImageCallsPass has left, by two of NAME_row.
static void lower_pairs(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (!function.isDeclaration() || !name.starts_with(kPrefix) || !name.consume_back(kPair)) continue;
    const ImageCall &image = *find(name);
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> builder(call);
      SmallVector<Value *> arguments(call->args());
      const unsigned channels = writes(image) ? 4 : 0;
      const bool is_scalar = is_scalar_of_row(image, kUniformParameters);
      const ArrayRef<Value *> all(arguments), places = all.drop_back(2 * channels).drop_front(kUniformParameters);
      auto *vector = cast<FixedVectorType>(writes(image) ? all.back()->getType()
                                                         : cast<StructType>(call->getType())->getElementType(0));
      Value *result = call->getType()->isVoidTy() ? nullptr : PoisonValue::get(call->getType());
      for (unsigned v = 0; v < 2; ++v) {
        SmallVector<Value *> given(all.take_front(kUniformParameters));
        given.push_back(!is_scalar ? places[v]
                        : v == 0   ? places[0]
                                   : builder.CreateAdd(places[0], builder.getInt32(vector->getNumElements())));
        append_range(given, places.slice(is_scalar ? 1 : 2, 2));
        if (!is_scalar) given.push_back(floor_of_vector(builder, places.back(), v * vector->getNumElements()));
        append_range(given, all.take_back(2 * channels).slice(v * channels, channels));
        Value *row = call_of(builder, image, kRow, given, vector, 1);
        for (unsigned k = 0; result && k < 4; ++k)
          result = builder.CreateInsertValue(result, builder.CreateExtractValue(row, k), 4 * v + k);
      }
      if (result) call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

static bool is_of_plane(const CallInst &call) {
  auto *sampler = dyn_cast<ConstantInt>(call.getArgOperand(1)), *shape = dyn_cast<ConstantInt>(call.getArgOperand(2));
  return sampler && shape && shape->getZExtValue() == 2 &&
         (sampler->getZExtValue() & abi::kSamplerAddressing) != abi::kSamplerClamp;
}

void call_planes(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (!function.isDeclaration() || !name.starts_with(kPrefix) || !name.contains("_fetch_") ||
        !name.consume_back(kRow))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || !is_of_plane(*call)) continue;
      IRBuilder<> builder(call);
      SmallVector<Value *, 4> arguments{call->getArgOperand(0), PoisonValue::get(builder.getInt32Ty()),
                                        call->getArgOperand(3), call->getArgOperand(4)};
      SmallVector<Type *, 4> types;
      for (Value *argument : arguments) types.push_back(argument->getType());
      auto plane = module.getOrInsertFunction((name + kPlane).str(), FunctionType::get(call->getType(), types, false));
      auto &callee = *cast<Function>(plane.getCallee());
      callee.setCallingConv(CallingConv::Intel_OCL_BI);
      callee.addFnAttr(kKeepsFramePointer);
      set_attributes(callee, false);
      CallInst *made = builder.CreateCall(plane, arguments);
      made->setCallingConv(CallingConv::Intel_OCL_BI);
      made->takeName(call);
      call->replaceAllUsesWith(made);
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
  }
}

// The library's function for filters by the sampler in images of the shape; empty: there is none.
static std::string filter_name(uint64_t sampler, uint64_t shape) {
  if (!(sampler & abi::kSamplerLinear)) return {};
  const StringRef kind = shape == 2                         ? "_plane"
                         : shape == 3                       ? "_space"
                         : shape == (2 | abi::kShapeLayers) ? "_planes"
                                                            : "";
  if (kind.empty()) return {};
  StringRef mode = "edge";  // also where coordinates outside are undefined
  switch (sampler & abi::kSamplerAddressing) {
  case abi::kSamplerClamp: mode = "border"; break;
  case abi::kSamplerRepeat: mode = "repeat"; break;
  case abi::kSamplerMirroredRepeat: mode = "mirror"; break;
  default: break;
  }
  return (kFilter + Twine(mode) + kind).str();
}

// Has filters whose addressing mode and shape are known call functions for these.
static void lower_filters(Module &module) {
  Function *any = module.getFunction("__wherry_image_sample_float_lanes");
  if (!any || !any->isDeclaration()) return;
  for (User *user : make_early_inc_range(any->users())) {
    auto *call = dyn_cast<CallInst>(user);
    auto *sampler = call ? dyn_cast<ConstantInt>(call->getArgOperand(1)) : nullptr;
    auto *shape = call ? dyn_cast<ConstantInt>(call->getArgOperand(2)) : nullptr;
    if (!sampler || !shape) continue;
    const std::string name = filter_name(sampler->getZExtValue(), shape->getZExtValue());
    if (name.empty()) continue;
    SmallVector<Value *, 5> arguments{call->getArgOperand(0), sampler};
    for (unsigned k = 0; k < 3; ++k)
      arguments.push_back(k == 2 && shape->equalsInt(2) ? PoisonValue::get(call->getArgOperand(3)->getType())
                                                        : call->getArgOperand(kUniformParameters + k));
    IRBuilder<> builder(call);
    auto *vector = cast<StructType>(call->getType())->getElementType(0);
    CallInst *made = call_of(builder, ImageCall{"", 'f', ""}, name, arguments, vector, 1);
    made->takeName(call);
    call->replaceAllUsesWith(made);
    call->eraseFromParent();
  }
  if (any->use_empty()) any->eraseFromParent();
}

// Replaces a call by one of NAME_near, which link_near_texels() inlines. That library's pointers have no address
// spaces.
static void bring_near(CallInst &call) {
  const Function &callee = *call.getCalledFunction();
  IRBuilder<> builder(&call);
  SmallVector<Value *> arguments(call.args());
  arguments[0] = builder.CreateAddrSpaceCast(arguments[0], builder.getPtrTy());
  SmallVector<Type *> types;
  for (Value *argument : arguments) types.push_back(argument->getType());
  auto near = call.getModule()->getOrInsertFunction((callee.getName() + kNear).str(),
                                                    FunctionType::get(call.getType(), types, false));
  auto &function = *cast<Function>(near.getCallee());
  function.setCallingConv(CallingConv::X86_RegCall);
  set_attributes(function, !callee.onlyReadsMemory());
  CallInst *made = builder.CreateCall(near, arguments);
  made->setCallingConv(CallingConv::X86_RegCall);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

bool is_short_image_call(const CallInst &call) {
  auto *sampler = dyn_cast<ConstantInt>(call.getArgOperand(1)), *shape = dyn_cast<ConstantInt>(call.getArgOperand(2));
  return sampler && !(sampler->getZExtValue() & abi::kSamplerLinear) && shape &&
         !(shape->getZExtValue() & abi::kShapeLevels);
}

// Whether inline code pays: not for filters, whose code is long, nor for stores to texels anywhere, most of whose time
// the stores themselves take.
static bool is_short(const CallInst &call) {
  if (call.getCalledFunction()->getName().ends_with(kLanes) && !call.onlyReadsMemory()) return false;
  return is_short_image_call(call);
}

bool InlineImageCallsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(*kernel.group))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->hasFnAttr(kOften)) calls.push_back(call);
  if (calls.empty() || calls.size() > kMostInlineImageCalls) return false;
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(*kernel.group);
  for (const CallInst *call : calls) {
    const Loop *loop = loops.getLoopFor(call->getParent());
    const unsigned vectors = call->getCalledFunction()->getName().ends_with(kPair) ? 2 : 1;
    if (!is_short(*call) || !loop || instructions_in(*loop) > vectors * kMostInImageLoop) return false;
  }
  for (CallInst *call : calls) bring_near(*call);
  return true;
}

bool needs_near_texels(const Module &module) {
  return any_of(module, [](const Function &function) {
    return function.isDeclaration() && function.getName().starts_with(kPrefix) && function.getName().ends_with(kNear) &&
           !function.use_empty();
  });
}

PreservedAnalyses DeclareImageCallsPass::run(Module &module, ModuleAnalysisManager &) {
  declare_image_calls(module);
  return PreservedAnalyses::none();
}

PreservedAnalyses LowerImageCallsPass::run(Module &module, ModuleAnalysisManager &) {
  lower_members(module);
  lower_pairs(module);
  call_planes(module);
  lower_filters(module);
  return PreservedAnalyses::none();
}

bool needs_image_library(const Module &module) {
  return any_of(module, [](const Function &function) {
    return function.isDeclaration() && function.getName().starts_with(kPrefix) && !function.use_empty();
  });
}

}  // namespace wherry::compiler
