#include "compiler/codegen/codegen.h"

#include "compiler/analysis/llvm_analyses.h"
#include "compiler/codegen/workarounds/mask_moves.h"
#include "compiler/opt/reciprocal_estimates.h"
#include "compiler/frontend/canonicalise/halves.h"
#include "compiler/async/prefetch_ahead.h"
#include "compiler/opt/nontemporal_stores.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

namespace wherry::compiler {
namespace {

constexpr char kTriple[] = "x86_64-unknown-linux-gnu";

// The level of the x86-64 psABI that all of its features are there for; it also chooses the tuning.
std::string cpu_level(const llvm::StringMap<bool> &features) {
  auto all = [&features](std::initializer_list<llvm::StringRef> names) {
    return llvm::all_of(names, [&](llvm::StringRef name) { return features.lookup(name); });
  };
  if (!all({"cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"})) return "x86-64";
  if (!all({"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"})) return "x86-64-v2";
  if (!all({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"})) return "x86-64-v3";
  return "x86-64-v4";
}

// Of the features that cpu_level asks for.
bool is_in_level(llvm::StringRef feature, unsigned level) {
  const bool of_1 = llvm::is_contained({"64bit", "cx8", "cmov", "fxsr", "mmx", "sse", "sse2", "x87"}, feature);
  const bool of_2 =
      llvm::is_contained({"cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3", "crc32"}, feature);
  const bool of_3 =
      llvm::is_contained({"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}, feature);
  return of_1 || (of_2 && level >= 2) || (of_3 && level >= 3);
}

std::string feature_string(const llvm::StringMap<bool> &features) {
  std::vector<std::string> list;
  for (const auto &feature : features) list.push_back((feature.second ? "+" : "-") + feature.first().str());
  llvm::sort(list);
  return llvm::join(list, ",");
}

}  // namespace

void initialise_targets() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  keep_widened_masks();
  const char *arguments[] = {
      "wherryc",
      // In a loop that is marked parallel the loop vectoriser gathers the stores of an interleaved group at its last
      // one, past loads of the same iteration that may read what they write
      // (test/kernels/cases/stores_keep_their_order.cl).
      "-enable-interleaved-mem-accesses=false",
      // A work-item's loops are short, and a remainder is one more branch to mispredict: sparse products ran at 0.6,
      // bilinear filters at 0.85, and no kernel of bench/kernels gained.
      "-unroll-runtime=false",
  };
  llvm::cl::ParseCommandLineOptions(std::size(arguments), arguments);
}

bool host_has_fma(unsigned level) { return level >= 3 && llvm::sys::getHostCPUFeatures().lookup("fma"); }

std::unique_ptr<llvm::TargetMachine> make_target_machine(bool optimize, unsigned level) {
  llvm::Triple triple(kTriple);
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  auto features = llvm::sys::getHostCPUFeatures();
  if (level < 4)
    for (auto &feature : features) feature.second = feature.second && is_in_level(feature.first(), level);
  // The example's plain kernel took 7.98 times its async one's time with SSE4A, 1.03 without (Zen 3). Why is
  // not shown; its instructions have no AVX form.
  features["sse4a"] = false;
  llvm::TargetOptions options;
  options.FunctionSections = true;
  options.DataSections = true;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;  // fuses what Clang marked, no more
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu_level(features), feature_string(features), options, llvm::Reloc::PIC_, std::nullopt,
      optimize ? llvm::CodeGenOptLevel::Aggressive : llvm::CodeGenOptLevel::None));
}

unsigned level_of(const llvm::TargetMachine &target) {
  unsigned level = 1;
  llvm::StringRef name = target.getTargetCPU();
  if (name.consume_front("x86-64-v")) name.getAsInteger(10, level);
  return level;
}

unsigned vector_bits(const llvm::TargetMachine &target) {
  llvm::StringRef features = target.getTargetFeatureString();
  return features.contains("+avx512bw") && features.contains("+avx512vl") ? 512
         : features.contains("+avx2")                                     ? 256
                                                                          : 128;
}

bool has_estimates(const llvm::TargetMachine &target) { return target.getTargetFeatureString().contains("+avx512vl"); }

// ldexp of the builtin library: only AVX-512 has an instruction for it. n is in [-252, 252] there, so that both
// factors are normal numbers, and only the second product rounds.
static void expand_ldexp(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (function.getIntrinsicID() != llvm::Intrinsic::ldexp || !function.getReturnType()->getScalarType()->isFloatTy())
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      llvm::Value *y = call->getArgOperand(0), *n = call->getArgOperand(1), *half = builder.CreateAShr(n, 1);
      for (llvm::Value *part : {half, builder.CreateSub(n, half)}) {
        auto *exponent = builder.CreateAdd(part, llvm::ConstantInt::get(part->getType(), 127));
        y = builder.CreateFMul(y, builder.CreateBitCast(builder.CreateShl(exponent, 23), y->getType()));
      }
      call->replaceAllUsesWith(y);
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

void retarget(llvm::Module &module, const llvm::TargetMachine &target) {
  module.setTargetTriple(target.getTargetTriple());
  module.setDataLayout(target.createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  if (!target.getTargetFeatureString().contains("+avx512vl")) expand_ldexp(module);
}

// Kernels come simplified (passes/simplify), and what they call is inlined: of O3's eight rounds of InstCombine, its
// dearest pass, every second one does, and nothing is passed between functions. A quarter of O3's time.
static void leave_out_repetitions(llvm::PassInstrumentationCallbacks &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(
      [rounds = llvm::DenseMap<const llvm::Function *, unsigned>()](llvm::StringRef pass, llvm::Any unit) mutable {
        if (pass == "IPSCCPPass" || pass == "CalledValuePropagationPass") return false;
        auto *function = llvm::any_cast<const llvm::Function *>(&unit);
        return pass != "InstCombinePass" || !function || ++rounds[*function] % 2 == 0;
      });
}

void optimise(llvm::Module &module, llvm::TargetMachine &target, bool optimize) {
  for (llvm::Function &function : module) {
    if (function.isIntrinsic()) continue;
    function.addFnAttr("target-cpu", target.getTargetCPU());
    function.addFnAttr("target-features", target.getTargetFeatureString());
  }
  llvm::PassInstrumentationCallbacks callbacks;
  leave_out_repetitions(callbacks);
  llvm::PassBuilder builder(&target, llvm::PipelineTuningOptions(), std::nullopt, &callbacks);
  Analyses analyses(builder, target.getTargetTriple());
  auto passes = optimize ? builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
                         : builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  passes.run(module, analyses.modules);
  if (!target.getTargetFeatureString().contains("+avx512fp16")) widen_halves(module);
  if (optimize) prefetch_ahead(module);
  if (optimize) stream_stores(module);
  if (has_estimates(target)) estimate_roots(module);
}

llvm::SmallVector<char, 0> emit(llvm::Module &module, llvm::TargetMachine &target, bool assembly) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(kernel_library(target.getTargetTriple())));
  auto kind = assembly ? llvm::CodeGenFileType::AssemblyFile : llvm::CodeGenFileType::ObjectFile;
  if (target.addPassesToEmitFile(passes, stream, nullptr, kind))
    llvm::report_fatal_error("the target cannot write this kind of file");
  passes.run(module);
  return bytes;
}

}  // namespace wherry::compiler
