#include "compiler/lower/kernel_entry.h"

#include "compiler/analysis/target.h"
#include "compiler/async/modes.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/module_options.h"
#include "kernel_abi/abi.h"
#include "kernel_abi/limits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
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

// Whether work-items can see how they are grouped: by ids and sizes of groups, by what they do or have together.
bool sees_groups(const Function &kernel) {
  SmallPtrSet<const Function *, 16> seen{&kernel};
  SmallVector<const Function *> work{&kernel};
  while (!work.empty())
    for (const Instruction &instruction : instructions(*work.pop_back_val())) {
      if (is_printf(instruction)) return true;
      for (const Value *operand : instruction.operands()) {
        if (auto *variable = dyn_cast<GlobalVariable>(operand); variable && is_local_variable(*variable)) return true;
        auto *called = dyn_cast<Function>(operand);
        if (!called || !seen.insert(called).second) continue;
        const Intrinsic id = intrinsic_of(*called);
        if (kind_of(id) == IntrinsicKind::launch_id) continue;
        if (id != Intrinsic::none) return true;
        // These ask for the group's number and size, and their sum does not depend on them.
        const StringRef name = called->getName();
        if (name != "_Z13get_global_idj" && name != "_Z20get_global_linear_idv") work.push_back(called);
      }
    }
  return any_of(kernel.args(), [](const Argument &arg) {
    return arg.getType()->isPointerTy() && arg.getType()->getPointerAddressSpace() == kLocalSpace;
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

// The body grows with every call that is inlined; a chain of doubling calls must end as an error.
constexpr unsigned kMaxInstructions = 2'000'000;

Error inline_marked(Function &group) {
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
      return error("kernel '" + group.getName().drop_front(3) + "' grows beyond " + Twine(kMaxInstructions) +
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

void fix_local_size(Function &group, const std::array<uint64_t, 3> &size) {
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    const Intrinsic id = intrinsic_of(instruction);
    const bool asks_size = id == Intrinsic::__wherry_local_size || id == Intrinsic::__wherry_enqueued_local_size;
    if (!asks_size && id != Intrinsic::__wherry_local_id) continue;
    auto *dim = dyn_cast<ConstantInt>(instruction.getOperand(0));
    if (!dim) continue;
    const uint64_t known = size[std::min<uint64_t>(dim->getZExtValue(), 2)];
    if (asks_size || known == 1)
      instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), asks_size ? known : 0));
  }
}

// Whether it sees them.
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
  return builder.CreateAddrSpaceCast(load_invariant(builder, PointerType::get(context, 0), group.getArg(1),
                                                    offsetof(abi::GroupContext, local_memory), "local_memory"),
                                     PointerType::get(context, kLocalSpace));
}

}  // namespace

LoadInst *load_invariant(IRBuilderBase &builder, Type *type, Value *base, uint64_t offset, const Twine &name) {
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  LoadInst *load = builder.CreateAlignedLoad(type, address,
                                             Align(type->isPointerTy() ? 8 : type->getPrimitiveSizeInBits() / 8), name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
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

// reqd_work_group_size; 0 0 0 of a kernel without one.
static std::array<uint64_t, 3> required_size(const Function &kernel) {
  std::array<uint64_t, 3> size{};
  if (const MDNode *node = kernel.getMetadata("reqd_work_group_size"))
    for (unsigned dim = 0; dim < 3; ++dim)
      size[dim] = mdconst::extract<ConstantInt>(node->getOperand(dim))->getZExtValue();
  return size;
}

static Error make_group_function(Function &kernel, const KnownOfLaunch &known) {
  Module &module = *kernel.getParent();
  LLVMContext &context = module.getContext();
  const DataLayout &layout = module.getDataLayout();
  Type *ptr = PointerType::get(context, 0);

  KernelFacts frame;
  frame.name = kernel.getName();
  frame.any_groups = !known.local_size[0] && !sees_groups(kernel);
  frame.loop_free = kernel.hasFnAttribute("wherry-loop-free");
  frame.group = Function::Create(FunctionType::get(Type::getVoidTy(context), {ptr, ptr}, false),
                                 GlobalValue::ExternalLinkage, "wg." + kernel.getName(), module);
  Function &group = *frame.group;
  group.copyAttributesFrom(&kernel);
  group.copyMetadata(&kernel, 0);
  group.setAttributes(
      AttributeList().addFnAttributes(context, AttrBuilder(context, kernel.getAttributes().getFnAttrs())));
  group.removeFnAttr(Attribute::NoInline);
  group.removeFnAttr(Attribute::OptimizeNone);
  group.setCallingConv(CallingConv::C);
  group.setLinkage(GlobalValue::ExternalLinkage);  // until module_info refers to it
  group.setDoesNotThrow();

  Argument *args = group.getArg(0), *group_context = group.getArg(1);
  args->setName("args");
  group_context->setName("context");
  IRBuilder<> builder(BasicBlock::Create(context, "entry", &group));
  if (DISubprogram *subprogram = kernel.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(context, subprogram->getLine(), 0, subprogram));
  Value *local_memory = local_memory_of(builder, group);

  SmallVector<Value *> actual;
  uint64_t end = 0;
  for (Argument &arg : kernel.args()) {
    Type *type = arg.hasByValAttr() ? arg.getParamByValType() : arg.getType();
    ArgSlot slot{};
    slot.size = layout.getTypeAllocSize(type);
    slot.align = arg.hasByValAttr() ? std::max(arg.getParamAlign().valueOrOne(), layout.getABITypeAlign(type)).value()
                                    : layout.getPrefTypeAlign(type).value();
    // Clang aligns vectors to their size; the block follows the size so that both agree.
    if (type->isVectorTy()) slot.align = std::max<uint32_t>(slot.align, PowerOf2Ceil(slot.size));
    slot.offset = end = alignTo(end, slot.align);
    end += slot.size;
    slot.pointer = !arg.hasByValAttr() && type->isPointerTy();
    slot.pointee_align = slot.pointer ? arg.getParamAlign().valueOrOne().value() : 0;
    frame.slots.push_back(slot);
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), args, slot.offset);
    if (arg.hasByValAttr()) {
      actual.push_back(address);
    } else if (arg.getType()->isPointerTy() && arg.getType()->getPointerAddressSpace() == kLocalSpace) {
      Value *offset = load_invariant(builder, builder.getInt64Ty(), args, slot.offset, arg.getName() + ".offset");
      actual.push_back(builder.CreateInBoundsGEP(builder.getInt8Ty(), local_memory, offset, arg.getName()));
    } else if (auto value = known.arguments.find(arg.getArgNo());
               value != known.arguments.end() && arg.getType()->isIntegerTy(value->second.getBitWidth())) {
      actual.push_back(builder.getInt(value->second));
    } else {
      LoadInst *load = builder.CreateAlignedLoad(arg.getType(), address, Align(slot.align), arg.getName());
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
      actual.push_back(load);
    }
  }
  frame.args_bytes = end;
  for (auto [argument, bytes] :
       {std::pair(args, uint64_t(end)), std::pair(group_context, uint64_t(sizeof(abi::GroupContext)))}) {
    argument->addAttr(Attribute::NoUndef);
    argument->addAttr(
        Attribute::getWithAlignment(context, Align(argument == args ? abi::kArgsAlign : alignof(abi::GroupContext))));
    if (bytes) argument->addAttr(Attribute::getWithDereferenceableBytes(context, bytes));
  }

  CallInst *call = builder.CreateCall(&kernel, actual);
  call->setCallingConv(kernel.getCallingConv());
  for (Argument &arg : kernel.args())
    if (arg.hasByValAttr())
      call->addParamAttr(arg.getArgNo(), Attribute::getWithByValType(context, arg.getParamByValType()));
  builder.CreateRetVoid();

  InlineFunctionInfo info;
  InlineResult result = InlineFunction(*call, info);
  if (!result.isSuccess()) return error("kernel '" + kernel.getName() + "': " + result.getFailureReason());
  if (Error failure = inline_marked(group)) return failure;
  frame.sub_group_size = TargetDescription::of(kernel).register_bits >= 512 ? 16 : 8;  // lanes of 32 bits, at most 16
  if (MDNode *required = group.getMetadata("intel_reqd_sub_group_size")) {
    auto *size = mdconst::dyn_extract<ConstantInt>(required->getOperand(0));
    if (!size || !is_contained(abi::kSubGroupSizes, size->getZExtValue()))
      return error("kernel '" + frame.name + "': sub-groups have 8, 16 or 32 work-items");
    frame.sub_group_size = unsigned(size->getZExtValue());
  }
  frame.sub_groups = fix_sub_group_size(group, frame.sub_group_size);
  frame.local_size = known.local_size;
  if (known.local_size[0]) fix_local_size(group, known.local_size);

  uint64_t bytes = 0;
  for (const auto &slot : frame.slots) bytes += slot.size;
  if (bytes > abi::kMaxArgumentBytes)
    return error("the arguments of kernel '" + frame.name + "' take " + Twine(bytes) + " bytes, more than " +
                 Twine(abi::kMaxArgumentBytes));
  frame.write();
  return Error::success();
}

// Each gets an offset; its uses become addresses.
static Error place_local_variables(KernelFacts &frame) {
  Function &group = *frame.group;
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
    auto known =
        find_if(frame.local_variables, [&](const LocalVariable &other) { return other.name == variable->getName(); });
    if (known == frame.local_variables.end()) known = frame.local_variables.insert(known, {variable->getName().str()});
    known->offset = bytes;
    known->bytes = layout.getTypeAllocSize(variable->getValueType());
    bytes += known->bytes;
  }
  frame.local_bytes = bytes;
  // The device's own limit is the runtime's to check, at the enqueue, with the arguments' share.
  if (bytes > kMaxLocalBytes)
    return error("the local variables of kernel '" + frame.name + "' take " + Twine(bytes) + " bytes");
  return Error::success();
}

PreservedAnalyses MarkWorkGroupCodePass::run(Module &module, ModuleAnalysisManager &) {
  const bool checked = ModuleOptions::of(module).check_async && uses_async_copies(module);
  if (Error failure = mark_group_functions(module, checked)) fail(module, toString(std::move(failure)));
  return PreservedAnalyses::none();
}

PreservedAnalyses KernelEntryPass::run(Module &module, ModuleAnalysisManager &) {
  const ModuleOptions options = ModuleOptions::of(module);
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (is_kernel(function)) kernels.push_back(&function);
  for (Function *kernel : kernels) {
    KnownOfLaunch known = KnownOfLaunch::of(*kernel);
    if (!known.local_size[0] && options.uniform_work_groups) known.local_size = required_size(*kernel);
    if (Error failure = make_group_function(*kernel, known)) {
      fail(module, toString(std::move(failure)));
      break;
    }
    // Two functions cannot share a subprogram.
    if (kernel->use_empty())
      kernel->eraseFromParent();
    else
      stripDebugInfo(*kernel);
  }
  return PreservedAnalyses::none();
}

bool PlaceLocalVariablesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (Error failure = place_local_variables(kernel)) fail(*kernel.group->getParent(), toString(std::move(failure)));
  kernel.write();
  return true;
}

}  // namespace wherry::compiler
