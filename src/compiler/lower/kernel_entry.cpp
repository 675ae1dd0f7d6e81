// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/kernel_entry.h"

#include "compiler/analysis/target.h"
#include "compiler/async/modes.h"
#include "compiler/frontend/canonicalise/global_constructors.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_metadata.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/global_ids.h"
#include "kernel_abi/abi.h"
#include "kernel_abi/limits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

bool is_local_variable(const GlobalVariable &variable) { return variable.getAddressSpace() == kLocalSpace; }

constexpr uint64_t kMaxLocalBytes = 1 << 30;  // beyond any device of ours

// Instructions that only a function with the group context at hand can perform.
bool needs_group(const Instruction &instruction) {
  if (is_printf(instruction) || intrinsic_of(instruction) != Intrinsic::none) return true;
  return any_of(instruction.operands(), [](const Value *operand) {
    auto *variable = dyn_cast<GlobalVariable>(operand);
    return variable && is_local_variable(*variable);
  });
}

bool accesses_shared_memory(const Instruction &instruction) {
  return instruction.mayReadOrWriteMemory() && any_of(instruction.operands(), [](const Value *operand) {
           return operand->getType()->isPointerTy() && operand->getType()->getPointerAddressSpace() != kPrivateSpace &&
                  !is_constant(getUnderlyingObject(operand));
         });
}

Error error(const Twine &message) { return createStringError(message.str()); }

Error mark(Function &function, DenseMap<Function *, int> &state) {
  enum { visiting = 1, marked = 2 };
  if (state[&function] == marked) return Error::success();
  if (state[&function] == visiting)
    return error("function '" + demangle(function.getName()) +
                 "' calls itself and uses work-item or work-group functions; OpenCL C has no recursion");
  state[&function] = visiting;
  if (function.getCallingConv() != CallingConv::SPIR_KERNEL) {
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    function.addFnAttr(Attribute::AlwaysInline);
  }
  for (User *user : function.users()) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != &function) continue;
    call->removeFnAttr(Attribute::NoInline);
    if (Error failure = mark(*call->getFunction(), state)) return failure;
  }
  state[&function] = marked;
  return Error::success();
}

Error inline_marked(Function &group, StringRef kernel) {
  SmallVector<CallInst *> work;
  auto collect = [&work](BasicBlock &block) {
    for (Instruction &instruction : block)
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (Function *callee = call->getCalledFunction())
          if (!callee->isDeclaration() && callee->hasFnAttribute(Attribute::AlwaysInline)) work.push_back(call);
  };
  for (BasicBlock &block : group) collect(block);
  size_t inlined = group.getInstructionCount();
  while (!work.empty()) {
    CallInst *call = work.pop_back_val();
    Function *callee = call->getCalledFunction();
    inlined += callee->getInstructionCount();
    if (inlined > kMaxInstructions)
      return error("kernel '" + kernel + "' grows beyond " + Twine(kMaxInstructions) +
                   " instructions when the functions it calls are inlined");
    InlineFunctionInfo info;
    InlineResult result = InlineFunction(*call, info);
    if (!result.isSuccess())
      return error("function '" + demangle(callee->getName()) + "' cannot be inlined: " + result.getFailureReason());
    for (CallBase *site : info.InlinedCallSites)
      if (auto *inner = dyn_cast<CallInst>(site))
        if (Function *inner_callee = inner->getCalledFunction())
          if (!inner_callee->isDeclaration() && inner_callee->hasFnAttribute(Attribute::AlwaysInline))
            work.push_back(inner);
  }
  return Error::success();
}

// Makes the sub-group size a constant; whether what the work-group function does depends on sub-groups.
bool fix_sub_group_size(Function &group, unsigned size) {
  bool found = false;
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    const Intrinsic id = intrinsic_of(instruction);
    found |= sees_sub_groups(id) || id == Intrinsic::__wherry_sub_group_size || id == Intrinsic::__wherry_sub_group_id;
    if (id != Intrinsic::__wherry_sub_group_width) continue;
    instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), size));
    instruction.eraseFromParent();
  }
  return found;
}

Value *local_memory_of(IRBuilderBase &builder, Function &group) {
  LLVMContext &context = group.getContext();
  return builder.CreateAddrSpaceCast(load_invariant(builder, PointerType::getUnqual(context), group.getArg(1),
                                                    offsetof(abi::GroupContext, local_memory), "local_memory"),
                                     PointerType::get(context, kLocalSpace));
}

// Fields that the host has written are never undefined: freezes of values computed from them fold away.
// LLVM searches what stands behind each freeze that stays, whenever it asks for known bits.
void mark_hosts(LoadInst &load) {
  MDNode *empty = MDNode::get(load.getContext(), {});
  load.setMetadata(LLVMContext::MD_invariant_load, empty);
  load.setMetadata(LLVMContext::MD_noundef, empty);
}

}  // namespace

LoadInst *load_invariant(IRBuilderBase &builder, Type *type, Value *base, uint64_t offset, const Twine &name) {
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  LoadInst *load = builder.CreateAlignedLoad(type, address,
                                             Align(type->isPointerTy() ? 8 : type->getPrimitiveSizeInBits() / 8), name);
  mark_hosts(*load);
  return load;
}

static Error mark_group_functions(Module &module, bool accesses) {
  // Uses of local variables inside constant expressions are not seen by needs_group.
  SmallVector<Constant *> variables;
  for (GlobalVariable &variable : module.globals())
    if (is_local_variable(variable)) variables.push_back(&variable);
  convertUsersOfConstantsToInstructions(variables);

  DenseMap<Function *, int> state;
  for (Function &function : module)
    if (any_of(instructions(function), [accesses](const Instruction &instruction) {
          return needs_group(instruction) || (accesses && accesses_shared_memory(instruction));
        }))
      if (Error failure = mark(function, state)) return failure;
  return Error::success();
}

// The work-group function without a body, with the kernel's attributes and metadata.
static Function &declare_group_function(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  Type *ptr = PointerType::getUnqual(context);
  Function &group = *Function::Create(FunctionType::get(Type::getVoidTy(context), {ptr, ptr}, false),
                                      GlobalValue::ExternalLinkage, "wg." + kernel.getName(), *kernel.getParent());
  group.copyAttributesFrom(&kernel);
  group.copyMetadata(&kernel, 0);
  group.setAttributes(
      AttributeList().addFnAttributes(context, AttrBuilder(context, kernel.getAttributes().getFnAttrs())));
  group.removeFnAttr(Attribute::NoInline);
  group.removeFnAttr(Attribute::OptimizeNone);
  group.setCallingConv(CallingConv::C);
  group.setLinkage(GlobalValue::ExternalLinkage);  // until module_info refers to it
  group.setDoesNotThrow();
  group.getArg(0)->setName("args");
  group.getArg(1)->setName("context");
  return group;
}

// An argument's slot behind the first `end` bytes of the argument block.
static ArgSlot slot_of(const Argument &arg, uint64_t end, const DataLayout &layout) {
  Type *type = arg.hasByValAttr() ? arg.getParamByValType() : arg.getType();
  ArgSlot slot{};
  slot.size = layout.getTypeAllocSize(type);
  slot.align = arg.hasByValAttr() ? std::max(arg.getParamAlign().valueOrOne(), layout.getABITypeAlign(type)).value()
                                  : layout.getPrefTypeAlign(type).value();
  // Clang aligns vectors to their size; the block follows the size so that both agree.
  if (type->isVectorTy()) slot.align = std::max<uint32_t>(slot.align, PowerOf2Ceil(slot.size));
  slot.offset = alignTo(end, slot.align);
  slot.pointer = !arg.hasByValAttr() && type->isPointerTy();
  slot.pointee_align = slot.pointer ? arg.getParamAlign().valueOrOne().value() : 0;
  return slot;
}

static Value *load_argument(IRBuilderBase &builder, const Argument &arg, const ArgSlot &slot, Function &group,
                            Value *&local_memory, const KnownOfLaunch &known) {
  Argument *args = group.getArg(0);
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), args, slot.offset);
  if (arg.hasByValAttr()) return address;
  if (arg.getType()->isPointerTy() && arg.getType()->getPointerAddressSpace() == kLocalSpace) {
    Value *offset = load_invariant(builder, builder.getInt64Ty(), args, slot.offset, arg.getName() + ".offset");
    if (!local_memory) local_memory = local_memory_of(builder, group);
    return builder.CreateInBoundsGEP(builder.getInt8Ty(), local_memory, offset, arg.getName());
  }
  // Where the ND-range is another one, numbers stay loads until reshape-nd-range has found that.
  const bool waits = known.reshaped && !is_sampler_argument(*arg.getParent(), arg.getArgNo());
  if (auto value = known.arguments.find(arg.getArgNo());
      !waits && value != known.arguments.end() && arg.getType()->isIntegerTy(value->second.getBitWidth()))
    return builder.getInt(value->second);
  // A block's captured values stand in memory that all work-items share.
  const bool generic = arg.getType()->isPointerTy() && arg.getType()->getPointerAddressSpace() == kGenericSpace;
  Type *type = generic ? PointerType::get(builder.getContext(), kGlobalSpace) : arg.getType();
  LoadInst *load = builder.CreateAlignedLoad(type, address, Align(slot.align), arg.getName());
  mark_hosts(*load);
  // A program that writes an object through one restrict pointer must not access this object through another.
  if ((known.apart || arg.hasNoAliasAttr()) && !generic && type->isPointerTy())
    load->setMetadata(kApart,
                      MDNode::get(builder.getContext(), ConstantAsMetadata::get(builder.getInt32(arg.getArgNo()))));
  return generic ? builder.CreateAddrSpaceCast(load, arg.getType()) : load;
}

// Loads the kernel's arguments, which get their slots in the argument block.
static SmallVector<Value *> load_arguments(IRBuilderBase &builder, const Function &kernel, KernelFacts &facts,
                                           const KnownOfLaunch &known) {
  Value *local_memory = nullptr;
  SmallVector<Value *> values;
  for (const Argument &arg : kernel.args()) {
    const ArgSlot slot = slot_of(arg, facts.args_bytes, kernel.getDataLayout());
    facts.args_bytes = slot.offset + slot.size;
    facts.slots.push_back(slot);
    values.push_back(load_argument(builder, arg, slot, *facts.group, local_memory, known));
  }
  return values;
}

static void add_parameter_attributes(Argument &parameter, uint64_t align, uint64_t bytes) {
  LLVMContext &context = parameter.getParent()->getContext();
  parameter.addAttr(Attribute::NoUndef);
  parameter.addAttr(Attribute::getWithAlignment(context, Align(align)));
  if (bytes) parameter.addAttr(Attribute::getWithDereferenceableBytes(context, bytes));
}

// Calls the kernel and inlines what needs the work-group, the kernel too.
static Error inline_kernel(IRBuilderBase &builder, Function &kernel, ArrayRef<Value *> arguments, Function &group) {
  CallInst *call = builder.CreateCall(&kernel, arguments);
  call->setCallingConv(kernel.getCallingConv());
  for (Argument &arg : kernel.args())
    if (arg.hasByValAttr())
      call->addParamAttr(arg.getArgNo(), Attribute::getWithByValType(kernel.getContext(), arg.getParamByValType()));
  builder.CreateRetVoid();
  InlineFunctionInfo info;
  InlineResult result = InlineFunction(*call, info);
  if (!result.isSuccess()) return error("kernel '" + kernel.getName() + "': " + result.getFailureReason());
  return inline_marked(group, kernel.getName());
}

static Error choose_sub_group_size(KernelFacts &facts) {
  Function &group = *facts.group;
  facts.sub_group_size = TargetDescription::of(group).register_bits >= 512 ? 16 : 8;  // lanes of 32 bits, at most 16
  if (group.hasMetadata(kRequiredSubGroupSize)) {
    facts.sub_group_size = metadata_number(group, kRequiredSubGroupSize, 0);
    if (!is_contained(abi::kSubGroupSizes, facts.sub_group_size))
      return error("kernel '" + facts.name + "': sub-groups have 8, 16 or 32 work-items");
  }
  facts.sub_groups = fix_sub_group_size(group, facts.sub_group_size);
  return Error::success();
}

static Error check_argument_bytes(const KernelFacts &facts) {
  uint64_t bytes = 0;  // padding does not count
  for (const ArgSlot &slot : facts.slots) bytes += slot.size;
  if (bytes <= abi::kMaxArgumentBytes) return Error::success();
  return error("the arguments of kernel '" + facts.name + "' take " + Twine(bytes) + " bytes, more than " +
               Twine(abi::kMaxArgumentBytes));
}

static Error make_group_function(Function &kernel, const KnownOfLaunch &known) {
  assert(is_kernel(kernel));
  KernelFacts facts;
  facts.name = kernel.getName();
  facts.loop_free = kernel.hasFnAttribute(kLoopFree);
  facts.local_size = known.local_size;
  facts.reshaped = known.reshaped;
  facts.group = &declare_group_function(kernel);
  Function &group = *facts.group;

  IRBuilder<> builder(BasicBlock::Create(kernel.getContext(), "entry", &group));
  if (DISubprogram *subprogram = kernel.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(kernel.getContext(), subprogram->getLine(), 0, subprogram));
  const SmallVector<Value *> arguments = load_arguments(builder, kernel, facts, known);
  add_parameter_attributes(*group.getArg(0), abi::kArgsAlign, facts.args_bytes);
  add_parameter_attributes(*group.getArg(1), alignof(abi::GroupContext), sizeof(abi::GroupContext));
  if (Error failure = inline_kernel(builder, kernel, arguments, group)) return failure;
  facts.enqueues = any_of(instructions(group), [](const Instruction &instruction) {
    return intrinsic_of(instruction) == Intrinsic::__wherry_enqueue_calls;
  });
  // No queue's command runs constructors or destructors, so none could be complete only after what they enqueue.
  if (facts.enqueues && (kernel.getName() == kGlobalConstructors || kernel.getName() == kGlobalDestructors))
    return error("a constructor or destructor of a program-scope object enqueues kernels");
  facts.block = kernel.hasFnAttribute(kBlock);
  if (Error failure = choose_sub_group_size(facts)) return failure;
  if ((known.local_size[0] && !known.reshaped) || facts.sub_groups) lower_global_ids(group);
  if (known.local_size[0] && !known.reshaped) fix_local_size(group, known.local_size);
  if (Error failure = check_argument_bytes(facts)) return failure;
  facts.write();
  return Error::success();
}

// Gives each local variable an offset; its uses become addresses.
static Error place_local_variables(KernelFacts &facts) {
  Function &group = *facts.group;
  Module &module = *group.getParent();
  SmallVector<Constant *> variables;
  for (GlobalVariable &variable : module.globals())
    if (is_local_variable(variable)) variables.push_back(&variable);
  convertUsersOfConstantsToInstructions(variables, &group);

  MapVector<GlobalVariable *, SmallVector<Use *>> uses;
  for (Constant *constant : variables)
    for (Use &use : constant->uses())
      if (auto *user = dyn_cast<Instruction>(use.getUser()); user && user->getFunction() == &group)
        uses[cast<GlobalVariable>(constant)].push_back(&use);
  if (uses.empty()) return Error::success();

  uint64_t bytes = 0;
  BasicBlock &entry = group.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  Value *local_memory = local_memory_of(builder, group);
  const DataLayout &layout = module.getDataLayout();
  for (auto &[variable, places] : uses) {
    const Align align = std::max(layout.getPreferredAlign(variable), Align(16)), given(abi::kLocalAlign);
    bytes = alignTo(bytes, std::min(align, given));
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), local_memory, bytes, variable->getName());
    if (align > given) {  // the runtime aligns local memory to less: finds the next multiple
      const uint64_t spare = align.value() - given.value();
      address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, spare);
      address = builder.CreateIntrinsic(llvm::Intrinsic::ptrmask, {address->getType(), builder.getInt64Ty()},
                                        {address, builder.getInt64(-align.value())});
      bytes += spare;
    }
    for (Use *use : places) use->set(address);
    LocalVariable &placed = facts.local_variables[facts.index_of(*variable)];
    placed.offset = bytes;
    placed.bytes = layout.getTypeAllocSize(variable->getValueType());
    bytes += placed.bytes;
  }
  facts.local_bytes = bytes;
  // The device's own limit is the runtime's to check, at the enqueue, with the arguments' share.
  if (bytes > kMaxLocalBytes)
    return error("the local variables of kernel '" + facts.name + "' take " + Twine(bytes) + " bytes");
  return Error::success();
}

PreservedAnalyses MarkWorkGroupCodePass::run(Module &module, ModuleAnalysisManager &) {
  const ModuleOptions options = ModuleOptions::of(module);
  const bool checked = options.instruments_items() || (options.checks && uses_async_copies(module));
  if (Error failure = mark_group_functions(module, checked)) fail(module, toString(std::move(failure)));
  return PreservedAnalyses::none();
}

// A function that calls itself has no end of calls to inline.
static void keep_recursion(Module &module) {
  CallGraph calls(module);
  for (auto component = scc_begin(&calls); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      for (const CallGraphNode *node : *component)
        if (Function *function = node->getFunction()) function->removeFnAttr(Attribute::AlwaysInline);
}

PreservedAnalyses KernelEntryPass::run(Module &module, ModuleAnalysisManager &) {
  keep_recursion(module);
  const ModuleOptions options = ModuleOptions::of(module);
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (is_kernel(function)) kernels.push_back(&function);
  for (Function *kernel : kernels) {
    KnownOfLaunch known = KnownOfLaunch::of(*kernel);
    if (!known.local_size[0] && options.uniform_work_groups)
      known.local_size = metadata_size(*kernel, kRequiredWorkGroupSize);
    Error failure = make_group_function(*kernel, known);
    // Two functions cannot share a subprogram.
    if (!failure && kernel->use_empty())
      kernel->eraseFromParent();
    else
      stripDebugInfo(*kernel);
    if (failure) {
      fail(module, toString(std::move(failure)));
      break;
    }
  }
  return PreservedAnalyses::none();
}

bool PlaceLocalVariablesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (Error failure = place_local_variables(kernel)) fail(*kernel.group->getParent(), toString(std::move(failure)));
  kernel.write();
  return true;
}

}  // namespace wherry::compiler
