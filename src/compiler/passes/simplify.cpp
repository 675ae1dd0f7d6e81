#include "compiler/passes/simplify.h"

#include "compiler/analyses.h"
#include "compiler/passes/vectorize.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;

namespace wherry::compiler {

namespace {
// What O3 runs before it vectorises, without the loop passes that O3 will run on the regions anyway.
// GVN and full unrolling stay: they turn private arrays into values, which need no work-item context.
constexpr char kInline[] = "function(lower-expect),always-inline,cgscc(inline),globaldce,function(sroa<modify-cfg>)";
constexpr char kPipeline[] =
    "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg<no-switch-to-lookup>,instcombine<no-verify-fixpoint>,"
    "loop-simplify,lcssa,loop(loop-rotate<no-header-duplication>),loop(indvars,loop-unroll-full),"
    "sroa<modify-cfg>,gvn,instcombine<no-verify-fixpoint>,sroa<modify-cfg>,adce,simplifycfg<no-switch-to-lookup>)";
constexpr char kMinimal[] = "always-inline,globaldce,function(simplifycfg<no-switch-to-lookup>)";
}  // namespace

void simplify(Module &module, bool optimize) {
  PassBuilder builder;
  Analyses analyses(builder, module.getTargetTriple());
  ModulePassManager passes;
  if (optimize) {
    cantFail(builder.parsePassPipeline(passes, kInline));
    // Generic pointers become those of the spaces that they are made from, wherever that is seen.
    constexpr unsigned kGeneric = 4;
    passes.addPass(createModuleToFunctionPassAdaptor(InferAddressSpacesPass(kGeneric)));
  }
  cantFail(builder.parsePassPipeline(passes, optimize ? kPipeline : kMinimal));
  passes.run(module, analyses.modules);
}

static void run(Function &function, StringRef pipeline) {
  PassBuilder builder;
  const Triple &triple = function.getParent()->getTargetTriple();
  Analyses analyses(builder, triple);
  FunctionPassManager passes;
  cantFail(builder.parsePassPipeline(passes, pipeline));
  passes.run(function, analyses.functions);
}

void prepare_to_vectorize(Function &function) {
  run(function, "scalarizer<load-store>,instsimplify,loop-simplify,lcssa");
}

void make_reducible(Function &function) { run(function, "lower-switch,fix-irreducible,loop-simplify,lcssa"); }

}  // namespace wherry::compiler
