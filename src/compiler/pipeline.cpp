// SPDX-License-Identifier: Apache-2.0
#include "compiler/pipeline.h"

#include "compiler/analysis/argument_origin.h"
#include "compiler/analysis/forward_progress.h"
#include "compiler/analysis/influence_region.h"
#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/item_memory.h"
#include "compiler/analysis/item_strides.h"
#include "compiler/analysis/lane_strides.h"
#include "compiler/analysis/linearisation.h"
#include "compiler/analysis/llvm_analyses.h"
#include "compiler/analysis/pointer_uses.h"
#include "compiler/analysis/spin_waits.h"
#include "compiler/analysis/target.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/async/copy_elision.h"
#include "compiler/async/modes.h"
#include "compiler/async/prefetch_ahead.h"
#include "compiler/checks/arith.h"
#include "compiler/checks/bounds.h"
#include "compiler/checks/marks.h"
#include "compiler/checks/orders.h"
#include "compiler/checks/races.h"
#include "compiler/checks/sub_groups.h"
#include "compiler/checks/uninit.h"
#include "compiler/codegen/first_lanes.h"
#include "compiler/codegen/joined_parts.h"
#include "compiler/codegen/parts_of_elements.h"
#include "compiler/codegen/strip_debug_info.h"
#include "compiler/codegen/unaligned_vectors.h"
#include "compiler/codegen/vector_divisions.h"
#include "compiler/codegen/vector_high_products.h"
#include "compiler/codegen/vector_minima.h"
#include "compiler/codegen/workarounds/clamp_to_half.h"
#include "compiler/codegen/workarounds/expand_ldexp.h"
#include "compiler/codegen/workarounds/hide_narrow_indices.h"
#include "compiler/codegen/workarounds/interleaved_stores.h"
#include "compiler/codegen/workarounds/keep_loop_vectoriser_out.h"
#include "compiler/codegen/workarounds/short_loop_load_elim.h"
#include "compiler/codegen/workarounds/single_lane_stores.h"
#include "compiler/codegen/workarounds/widen_halves.h"
#include "compiler/frontend/canonicalise/debug_address_spaces.h"
#include "compiler/frontend/canonicalise/division.h"
#include "compiler/frontend/canonicalise/enqueued_blocks.h"
#include "compiler/frontend/canonicalise/faster_math.h"
#include "compiler/frontend/canonicalise/global_constructors.h"
#include "compiler/frontend/canonicalise/opaque_types.h"
#include "compiler/frontend/canonicalise/structured_exits.h"
#include "compiler/frontend/mark_exits.h"
#include "compiler/frontend/spmd_verifier.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/module_options.h"
#include "compiler/ir/pass_stage.h"
#include "compiler/lower/calls.h"
#include "compiler/lower/dead_ends.h"
#include "compiler/lower/global_ids.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/image_moves.h"
#include "compiler/lower/images.h"
#include "compiler/lower/kernel_entry.h"
#include "compiler/lower/local_atomics.h"
#include "compiler/lower/loop_free.h"
#include "compiler/lower/module_info.h"
#include "compiler/lower/precompiled.h"
#include "compiler/lower/regions/regions.h"
#include "compiler/lower/sub_groups.h"
#include "compiler/opt/begin_lifetimes.h"
#include "compiler/opt/bit_loops.h"
#include "compiler/opt/bounded_vector_combine.h"
#include "compiler/opt/choose_elements.h"
#include "compiler/opt/compare_known_bits.h"
#include "compiler/opt/conditional_bits.h"
#include "compiler/opt/constants_last.h"
#include "compiler/opt/disjoint_indices.h"
#include "compiler/opt/drop_dead_masks.h"
#include "compiler/opt/eliminate_redundancy.h"
#include "compiler/opt/join_accesses.h"
#include "compiler/opt/keep_rolled.h"
#include "compiler/opt/known_zero_bits.h"
#include "compiler/opt/lane_dimension.h"
#include "compiler/opt/load_each_choice.h"
#include "compiler/opt/load_once.h"
#include "compiler/opt/merge_equal_phis.h"
#include "compiler/opt/merge_private_arrays.h"
#include "compiler/opt/narrow_integers.h"
#include "compiler/opt/narrow_phis.h"
#include "compiler/opt/nontemporal_stores.h"
#include "compiler/opt/outline_item_loops.h"
#include "compiler/opt/power_divisors.h"
#include "compiler/opt/prefetch.h"
#include "compiler/opt/promote_accumulators.h"
#include "compiler/opt/reciprocal_estimates.h"
#include "compiler/opt/register_blocking.h"
#include "compiler/opt/relate_indices.h"
#include "compiler/opt/reshape/reshape_nd_range.h"
#include "compiler/opt/roll_blocks.h"
#include "compiler/opt/separate_guards.h"
#include "compiler/opt/small_powers.h"
#include "compiler/opt/split_dividends.h"
#include "compiler/opt/uniform_steps.h"
#include "compiler/opt/unroll_arrays.h"
#include "compiler/opt/unroll_periods.h"
#include "compiler/opt/unroll_windows.h"
#include "compiler/opt/unrotate_loops.h"
#include "compiler/opt/unthread_branches.h"
#include "compiler/opt/unthread_exits.h"
#include "compiler/opt/variable_permutations.h"
#include "compiler/vectorise/align_windows.h"
#include "compiler/vectorise/emit/body.h"
#include "compiler/vectorise/grid_loops.h"
#include "compiler/vectorise/interleave.h"
#include "compiler/vectorise/interleaved_operations.h"
#include "compiler/vectorise/item_ranges.h"
#include "compiler/vectorise/own_vectors.h"
#include "compiler/vectorise/prepare.h"
#include "compiler/vectorise/segments.h"
#include "compiler/vectorise/split_copies.h"
#include "compiler/vectorise/split_vectors.h"
#include "compiler/vectorise/uniform_offsets.h"
#include "compiler/vectorise/vectorise.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Utils/ExtraPassManager.h"

using namespace llvm;

namespace wherry::compiler {

std::string front_end_pipeline(bool relaxed_math) {
  return std::string("forget-address-spaces,") + (relaxed_math ? "relax-math," : "") + "mark-exits";
}

std::string source_pipeline(const Module &module) {
  const ModuleOptions options = ModuleOptions::of(module);
  return std::string("global-constructors,mark-loop-free") +
         (options.checks_for(process::kCheckArith | process::kCheckNan) ? ",mark-arith" : "") +
         (options.checks_for(process::kCheckBarrier | process::kCheckUninit) ? ",mark-sub-groups" : "") +
         (options.checks_for(process::kCheckRace) ? ",exact-orders" : "");
}

std::string described_pipeline(const Module &module) {
  return TargetDescription::of(module).has_estimates ? "estimate-math" : "";
}

namespace {

// Passes, one after another.
class PipelineText {
 public:
  void operator()(StringRef passes, bool wanted = true) {
    if (wanted) text_ += (text_.empty() ? "" : ",") + passes.str();
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace

std::string reshaping_pipeline(const Module &module) {
  const ModuleOptions options = ModuleOptions::of(module);
  PipelineText add;

  // One form, from whatever front end.
  add("enqueued-blocks,opaque-types,structured-exits,verify-spmd");
  add("measure-program-scope,declare-intrinsics,declare-precompiled,declare-image-calls,total-divisions,clamp-to-half");
  if (!TargetDescription::of(module).has_ldexp) add("expand-ldexp");

  // One function a kernel.
  add("mark-work-group-code,kernel-entry,host-convention,globaldce,inline-policy");

  // To SSA, small and canonical. What O3 runs before it vectorises, without the loop passes that O3 will run on the
  // regions anyway. GVN and full unrolling stay: they turn private arrays into values, which need no work-item context.
  // Work-group operations are convergent calls, so nothing moves control flow over them. Where sub-groups matter, a
  // module is simplified also without optimisation; in-kernel flags tell (simplify<...>).
  // Checks of what LLVM would delete: as soon as pointers are values.
  std::string early;
  if (options.checks_for(process::kCheckBounds)) early += ",check-bounds";
  if (options.checks_for(process::kCheckArith | process::kCheckNan | process::kCheckBarrier)) early += ",report-marks";
  if (options.checks_for(process::kCheckArith | process::kCheckNan)) early += ",check-arith";
  if (!early.empty()) early = ",function(mem2reg)" + early;
  if (options.checks_for(process::kCheckUninit)) early = ",keep-unwritten" + early + ",mark-padding";
  // Other ND-ranges: of SSA form without constant branches, before ids tell how work-items are grouped.
  const bool reshapes = (options.vectorises() || is_reshaped_variant(module)) && options.optimize && !options.checks &&
                        !options.schedule_async;
  std::string reshape;
  if (reshapes)
    reshape = ",raise-global-ids,function(instsimplify,adce,simplifycfg<no-switch-to-lookup>,loop-simplify),"
              "reshape-nd-range,for-kernels<block_loops>(release-block-loops,loop(loop-unroll-full),sroa<modify-cfg>,"
              "eliminate-redundancy,adce)";
  add("simplify<optimised>(function(lower-expect),always-inline,cgscc(inline),globaldce" + early +
      ",function(sroa<modify-cfg>),"
      "image-arguments,function(generic-to-named-spaces,keep-sub-group-loops-rolled),"
      "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg<no-switch-to-lookup;hoist-common-insts>,instcombine<no-"
      "verify-fixpoint>,"
      "drop-dead-masks,merge-equal-phis,small-powers,conditional-bits,constants-last,unthread-branches,unthread-exits,"
      "loop-copies,"
      "loop-simplify,"
      "lcssa,unrotate-loops,"
      "loop(loop-rotate<no-header-duplication>),bit-loops,unroll-powers,unroll-periods,unroll-windows,"
      "merge-private-arrays,unroll-arrays,"
      "keep-image-loops-rolled," +
      (reshapes ? "roll-blocks,keep-block-loops-rolled,keep-vector-loops-rolled," : "") +
      "loop(indvars,loop-unroll-full),small-powers,"
      "sroa<modify-cfg>," +
      // A choice among elements tells no unwritten one from the others.
      (options.checks ? "" : "choose-elements,sroa<modify-cfg>,") +
      "power-divisors,eliminate-redundancy,merge-equal-phis,adce)" + reshape + ")");
  add("simplify<minimal>(always-inline,globaldce" + early +
      ",function(simplifycfg<no-switch-to-lookup>),image-arguments,lower-global-ids)");
  return add.take();
}

std::string lowering_pipeline(const Module &module) {
  const ModuleOptions options = ModuleOptions::of(module);
  const bool vectorise = options.vectorises(), optimise = options.optimize;
  PipelineText add;

  add(std::string("simplify<optimised>(lower-global-ids,function(early-cse,instcombine<no-verify-fixpoint>,"
                  "sroa<modify-cfg>,adce,simplifycfg<no-switch-to-lookup>)") +
      // Behind InstCombine, which would divide a phi in place of both its values.
      (vectorise ? ",function(split-dividends)" : "") + ")");

  // Regions.
  add("yield-in-spin-waits,dead-ends");
  add("elide-copies", optimise && !options.checks && !options.schedule_async);
  add("check-other-bounds", options.checks_for(process::kCheckBounds));
  add("check-async", options.checks != 0);
  // The sanitizer takes attributes of what kernels call.
  add("check-uninit,msan<recover;kernel;eager-checks>,lower-uninit,declare-intrinsics",
      options.checks_for(process::kCheckUninit));
  add("check-races", options.checks_for(process::kCheckRace));
  add("place-local-variables");
  add("function(begin-lifetimes)", vectorise && optimise && !options.checks && !options.schedule_async);
  add("schedule-async", options.schedule_async);
  add("compare-known-bits", optimise);
  add("disjoint-indices,choose-lane-dimension", vectorise);
  add("uniform-steps", optimise && vectorise);
  add("join-accesses,separate-guards", optimise && vectorise && !options.checks && !options.schedule_async);
  add("for-kernels<crossing>(split-vectors,scalarizer<load-store>,instsimplify,adce)", vectorise);
  add("form-regions");
  add("lower-arrivals", options.checks != 0);
  add("lower-races", options.checks_for(process::kCheckRace));

  // Item loops, with work-items as lanes.
  add("keep-known-zero-bits,for-kernels<accumulating>(early-cse),promote-accumulators,narrow-phis,narrow-integers,"
      "register-blocking",
      vectorise);
  add("verify,choose-vectorising");
  add("interchange-grid-loops,for-kernels<often_dividing>(early-cse),segment-item-loops,cut-item-ranges",
      optimise && vectorise);
  add("keep-own-vectors", optimise && vectorise);
  add("for-kernels<vectorised>(split-vectors,split-copies,unreachable-defaults,scalarizer<load-store>,instsimplify,"
      "loop-simplify,lcssa)");
  add("align-windows,for-kernels<vectorised>(loop-simplify,lcssa)", optimise && vectorise);
  add("for-kernels<irreducible>(lower-switch,fix-irreducible,loop-simplify,lcssa)");
  add("for-kernels<vectorised>(divergent-headers,uniform-offsets-first,load-once,load-each-choice)");
  add("mark-streamed-stores,vectorise-item-loops");
  add("function(interleaved-operations)", optimise && vectorise);
  add("restore-own-vectors", optimise && vectorise);
  add("outline-sub-groups");
  add("for-kernels<wide>(loop-simplify,divergent-headers),interleave-items", optimise && vectorise);
  add("prefetch-far-accesses", optimise);
  add("verify");
  add("count-streamed-bytes", optimise);
  add("keep-loop-vectoriser-out");

  // What the runtime sees.
  add("function(local-atomics)");
  add("module-info,lower-precompiled");
  add("inline-image-calls,move-texels", optimise);
  add("explain-image-calls,lower-image-calls");
  add("outline-item-loops", optimise);
  return add.take();
}

// LLVM's O3 for kernels. They come simplified, and what they call is inlined: InstCombine, O3's dearest pass, runs four
// times in place of eight, and nothing is passed between functions. Loops are not unrolled with a remainder: a
// work-item's loops are short, and a remainder is one more branch to mispredict (sparse products ran at 0.6, bilinear
// filters at 0.85, and no kernel of bench/kernels gained).
constexpr char kOptimiser[] =
    "function<eager-inv>(simplifycfg,early-cse,simplifycfg<switch-range-to-icmp>),"
    "inline-and-simplify("
    "function-attrs<skip-non-recursive-function-attrs>,argpromotion,"
    "function<eager-inv;no-rerun>("
    "sroa<modify-cfg>,early-cse<memssa>,jump-threading,correlated-propagation,simplifycfg<switch-range-to-icmp>,"
    "instcombine<no-verify-fixpoint>,aggressive-instcombine,tailcallelim,simplifycfg<switch-range-to-icmp>,reassociate,"
    "loop-mssa(loop-instsimplify,loop-simplifycfg,licm<no-allowspeculation>,loop-rotate,licm<allowspeculation>,"
    "simple-loop-unswitch<nontrivial;trivial>),simplifycfg<switch-range-to-icmp>,keep-long-loops-rolled,"
    "loop(loop-idiom,indvars,unswitch-after-indvars,loop-deletion,full-unroll),"
    "sroa<modify-cfg>,bounded-vector-combine,mldst-motion,gvn,sccp,bdce,instcombine<no-verify-fixpoint>,"
    "jump-threading,correlated-propagation,adce,memcpyopt,dse,loop-mssa(licm<allowspeculation>),"
    "simplifycfg<switch-range-to-icmp;switch-to-arithmetic;hoist-common-insts;sink-common-insts>),"
    "function-attrs),"
    "globalopt,"
    "function<eager-inv>(float2int,loop(loop-rotate,loop-deletion),"
    // Item loops that our own vectoriser has left, and loops of work-items that it has not widened.
    "relate-indices,interleaved-stores,hide-narrow-indices,loop-vectorize,infer-alignment,short-loop-load-elim,"
    "instcombine<no-verify-"
    "fixpoint>,"
    "simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-arithmetic;switch-to-lookup;no-keep-loops;"
    "hoist-common-insts;sink-common-insts>,"
    "bounded-vector-combine,loop-unroll<O3;no-runtime>,sroa<preserve-cfg>,instcombine<no-verify-fixpoint>,"
    "loop-mssa(licm<allowspeculation>),instsimplify,div-rem-pairs,tailcallelim,"
    "simplifycfg<switch-range-to-icmp;switch-to-arithmetic;hoist-loads-stores-with-cond-faulting;"
    "speculate-unpredictables>),"
    "globaldce,constmerge";

std::string optimising_pipeline(const Module &module, bool keep_lines) {
  const ModuleOptions options = ModuleOptions::of(module);
  const TargetDescription target = TargetDescription::of(module);
  std::string text;
  // Lines were for sites and remarks; only debuggers want them, and who asks for an instruction's place.
  if (keep_lines)
    text += "strip-nonlinetable-debuginfo,";
  else if (options.optimize)
    text += "strip-debug-info,";
  // Before LLVM scalarises a load of a vector of indices, whose elements are used one by one.
  if (options.optimize && target.register_bits >= 256) text += "function(variable-permutations),";
  text += options.optimize ? kOptimiser : "default<O0>";
  // Behind LLVM's optimiser, which would narrow halves again, hoist prefetches, and merge stores.
  if (!target.has_half) text += ",widen-halves";
  text += options.optimize
              ? ",function(single-lane-stores,first-lanes,unaligned-vectors,vector-divisions,vector-high-products,"
                "vector-minima,parts-of-elements,joined-parts)"
              : ",function(single-lane-stores,unaligned-vectors)";
  if (options.optimize) text += ",prefetch-ahead,nontemporal-stores";
  if (target.has_estimates) text += ",reciprocal-estimates";
  return text;
}

namespace {

bool is_vectorised(KernelFacts &kernel) { return kernel.vectorise; }

// Runs function passes on the kernels that a predicate accepts.
struct ForKernels : KernelPass<ForKernels> {
  bool run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
    if (!accepts(kernel)) return false;
    analyses.invalidate(*kernel.group, passes.run(*kernel.group, analyses));
    return true;
  }
  bool (*accepts)(KernelFacts &);
  FunctionPassManager passes;
};

// Runs module passes where the module is optimised, or has kernels that see sub-groups, whose lanes take SSA form; or
// where neither is so.
struct Simplify : PassInfoMixin<Simplify> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses) {
    const bool wanted = ModuleOptions::of(module).optimize || uses_sub_groups(module);
    return wanted == optimised ? passes.run(module, analyses) : PreservedAnalyses::all();
  }
  bool optimised;
  ModulePassManager passes;
};

// The inner part of a pipeline's text, which LLVM hands on parsed.
std::string text_of(ArrayRef<PassBuilder::PipelineElement> elements) {
  std::string text;
  for (const PassBuilder::PipelineElement &element : elements) {
    if (!text.empty()) text += ",";
    text += element.Name.str();
    if (!element.InnerPipeline.empty()) text += "(" + text_of(element.InnerPipeline) + ")";
  }
  return text;
}

// False where the text names a pass that does not exist. LLVM asks for the name of a pipeline's first pass without what
// stands inside.
template <class Manager>
bool add_inner(PassBuilder &builder, Manager &passes, ArrayRef<PassBuilder::PipelineElement> inner) {
  if (inner.empty()) return true;
  Error wrong = builder.parsePassPipeline(passes, text_of(inner));
  const bool good = !wrong;
  consumeError(std::move(wrong));
  return good;
}

bool add_module_pass(PassBuilder &builder, StringRef name, ModulePassManager &passes,
                     ArrayRef<PassBuilder::PipelineElement> inner) {
#define WHERRY_MODULE_PASS(text, stage, constructor)                                                                   \
  if (name == text) return passes.addPass(constructor), true;
#define WHERRY_KERNELS(text, predicate)                                                                                \
  if (name == "for-kernels<" text ">") {                                                                               \
    ForKernels pass;                                                                                                   \
    pass.accepts = predicate;                                                                                          \
    if (!add_inner(builder, pass.passes, inner)) return false;                                                         \
    return passes.addPass(std::move(pass)), true;                                                                      \
  }
#include "compiler/passes.def"
  if (name == "inline-and-simplify") {
    ModuleInlinerWrapperPass pass(getInlineParams(/*OptLevel=*/3, /*SizeOptLevel=*/0), /*MandatoryFirst=*/false);
    if (!add_inner(builder, pass.getPM(), inner)) return false;
    return passes.addPass(std::move(pass)), true;
  }
  if (name != "simplify<optimised>" && name != "simplify<minimal>") return false;
  Simplify pass;
  pass.optimised = name == "simplify<optimised>";
  if (!add_inner(builder, pass.passes, inner)) return false;
  passes.addPass(std::move(pass));
  return true;
}

ExtraLoopPassManager<ShouldRunExtraSimpleLoopUnswitch> extra_unswitch() {
  ExtraLoopPassManager<ShouldRunExtraSimpleLoopUnswitch> passes;
  passes.addPass(SimpleLoopUnswitchPass(/*NonTrivial=*/true));
  return passes;
}

bool add_loop_pass(StringRef name, LoopPassManager &passes) {
#define WHERRY_LOOP_PASS(text, constructor)                                                                            \
  if (name == text) return passes.addPass(constructor), true;
#include "compiler/passes.def"
  return false;
}

// print<...>: what an analysis finds of each work-group function, to standard error.
template <class Analysis> struct Print : PassInfoMixin<Print<Analysis>> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (!is_work_group_function(function)) return PreservedAnalyses::all();
    errs() << analysis << " of '" << function.getName() << "':\n";
    analyses.getResult<Analysis>(function).print(errs());
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

  explicit Print(StringRef analysis) : analysis(analysis) {}
  StringRef analysis;
};

bool add_function_pass(StringRef name, FunctionPassManager &passes) {
#define WHERRY_FUNCTION_PASS(text, stage, constructor)                                                                 \
  if (name == text) return passes.addPass(constructor), true;
#define WHERRY_FUNCTION_ANALYSIS(text, constructor)                                                                    \
  if (name == "print<" text ">") return passes.addPass(Print<decltype(constructor)>(text)), true;                      \
  if (parseAnalysisUtilityPasses<decltype(constructor)>(text, name, passes)) return true;
#include "compiler/passes.def"
  return false;
}

}  // namespace

static void name_passes(PassInstrumentationCallbacks &callbacks) {
#define WHERRY_MODULE_PASS(text, stage, constructor) callbacks.addClassToPassName(decltype(constructor)::name(), text);
#define WHERRY_FUNCTION_PASS(text, stage, constructor)                                                                 \
  callbacks.addClassToPassName(decltype(constructor)::name(), text);
#include "compiler/passes.def"
}

void register_passes(PassBuilder &builder, PassInstrumentationCallbacks *callbacks) {
  builder.registerPipelineParsingCallback(
      [&builder](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement> inner) {
        return add_module_pass(builder, name, passes, inner);
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return add_function_pass(name, passes);
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, LoopPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return add_loop_pass(name, passes);
      });
  builder.registerAnalysisRegistrationCallback([](FunctionAnalysisManager &analyses) {
#define WHERRY_FUNCTION_ANALYSIS(text, constructor) analyses.registerPass([] { return constructor; });
#include "compiler/passes.def"
  });
  if (callbacks) name_passes(*callbacks);
}

void verify_spmd_each(PassInstrumentationCallbacks &callbacks) {
  callbacks.registerAfterPassCallback([](StringRef type, Any unit, const PreservedAnalyses &) {
    const auto *of_module = any_cast<const Module *>(&unit);
    const auto *of_function = any_cast<const Function *>(&unit);
    if (!of_module && !of_function) return;
    const Module &module = of_module ? **of_module : *(*of_function)->getParent();
    if (!has_options(module)) return;
    const SpmdForm form = none_of(module, is_work_group_function) ? SpmdForm::source : SpmdForm::linked;
    const std::string breaches = of_module ? spmd_breaches(module, form) : spmd_breaches(**of_function, form);
    if (!breaches.empty()) fail(module, "the module has left SPMD form behind the pass " + type + ": " + breaches);
  });
}

namespace {

struct Precondition {
  StringRef pass;
  PassStage stage;
};

// By the passes' classes.
StringMap<Precondition> preconditions() {
  StringMap<Precondition> all;
#define WHERRY_MODULE_PASS(text, stage, constructor) all[decltype(constructor)::name()] = {text, PassStage::stage};
#define WHERRY_FUNCTION_PASS(text, stage, constructor) all[decltype(constructor)::name()] = {text, PassStage::stage};
#include "compiler/passes.def"
  return all;
}

}  // namespace

void check_stage_each(PassInstrumentationCallbacks &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(
      [all = preconditions(), failed = false](StringRef type, Any unit) mutable {
        const auto found = all.find(type);
        if (failed || found == all.end()) return !failed;
        SmallVector<const Function *> functions;
        if (const auto *module = any_cast<const Module *>(&unit))
          for (const Function &function : **module) functions.push_back(&function);
        else if (const auto *function = any_cast<const Function *>(&unit))
          functions.push_back(*function);
        for (const Function *function : functions)
          if (std::string why = why_not_at(found->second.stage, *function); !why.empty()) {
            fail(*function->getParent(), "the pass '" + found->second.pass + "' stands at the wrong place: " + why);
            failed = true;
            return false;
          }
        return true;
      });
}

struct PassRunner::State {
  State(Module &module, TargetMachine *target)
      : module(module), builder(target, PipelineTuningOptions(), std::nullopt, &callbacks),
        analyses((register_passes(builder, nullptr), builder), module.getTargetTriple()) {
    times.registerCallbacks(callbacks);
  }

  Module &module;
  TimePassesHandler times;  // nothing, but for --time-passes
  PassInstrumentationCallbacks callbacks;
  PassBuilder builder;
  Analyses analyses;  // registered by the builder, which knows ours by then
};

PassRunner::PassRunner(Module &module, TargetMachine *target) : state_(std::make_unique<State>(module, target)) {
#ifndef NDEBUG
  check_stage_each(state_->callbacks);
  verify_spmd_each(state_->callbacks);
  state_->callbacks.registerAfterPassCallback([&module](StringRef type, Any unit, const PreservedAnalyses &) {
    const auto *function = any_cast<const Function *>(&unit);
    const auto *loop = any_cast<const Loop *>(&unit);
    const bool broken = function ? verifyFunction(**function, &errs())
                        : loop   ? verifyFunction(*(*loop)->getHeader()->getParent(), &errs())
                                 : verifyModule(module, &errs());
    if (broken) report_fatal_error(Twine("invalid code behind the pass ") + type);
  });
#endif
}

PassRunner::~PassRunner() = default;

void PassRunner::go_on_while(std::function<bool()> go_on) {
  state_->callbacks.registerShouldRunOptionalPassCallback(
      [go_on = std::move(go_on)](StringRef, Any) { return go_on(); });
}

void PassRunner::tell(std::function<void(StringRef)> ran) {
  name_passes(state_->callbacks);
  state_->callbacks.registerAfterPassCallback(
      [this, ran = std::move(ran)](StringRef type, Any, const PreservedAnalyses &) {
        StringRef name = state_->callbacks.getPassNameForClassName(type);
        ran(name.empty() ? type : name);
      });
}

void PassRunner::run(StringRef pipeline) {
  if (pipeline.empty()) return;
  ModulePassManager passes;
  cantFail(state_->builder.parsePassPipeline(passes, pipeline));
  passes.run(state_->module, state_->analyses.modules);
}

void PassRunner::forget() { state_->analyses.modules.clear(); }

}  // namespace wherry::compiler
