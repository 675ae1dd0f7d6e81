// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/compile.h"

#include <cstring>
#include <map>
#include <stdexcept>

#include "compiler/analysis/target.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/stack_sizes.h"
#include "compiler/codegen/target.h"
#include "compiler/driver/link_builtins.h"
#include "compiler/driver/lld.h"
#include "compiler/driver/objects.h"
#include "compiler/driver/options.h"
#include "compiler/driver/parts.h"
#include "compiler/driver/places.h"
#include "compiler/driver/seal.h"
#include "compiler/frontend/opencl_c.h"
#include "compiler/frontend/spirv/reader.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/precompiled.h"
#include "compiler/pipeline.h"
#include "kernel_abi/abi.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace wherry::compiler {
namespace {

// Keeps the log, and passes it on at once.
class LogStream final : public llvm::raw_ostream {
 public:
  LogStream(std::string &text, llvm::raw_ostream *live) : text_(text), live_(live) { SetUnbuffered(); }

 private:
  void write_impl(const char *data, size_t size) override {
    text_.append(data, size);
    if (live_) *live_ << llvm::StringRef(data, size);
  }
  uint64_t current_pos() const override { return text_.size(); }

  std::string &text_;
  llvm::raw_ostream *live_;
};

// In the order in which passes first spoke of the kernels.
using Remarks = std::vector<KernelRemarks>;

// What passes and the code generator have to say: errors, and notes where they are asked for, for the log; remarks by
// kernel.
class PassDiagnostics final : public llvm::DiagnosticHandler {
 public:
  PassDiagnostics(llvm::raw_ostream &log, bool notes, bool &failed, Remarks &remarks, StackSizes &stack)
      : log_(log), notes_(notes), failed_(failed), remarks_(remarks), stack_(stack) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (stack_.note(info)) return true;
    const auto *ours = llvm::dyn_cast<PassMessage>(&info);
    if (info.getSeverity() == llvm::DS_Error) {
      failed_ = true;
      log_ << "error: ";
      llvm::DiagnosticPrinterRawOStream printer(log_);
      info.print(printer);
      log_ << "\n";
    } else if (ours && ours->kind() == PassMessage::Kind::note) {
      if (notes_) log_ << ours->text();
    } else if (ours) {
      auto of_kernel = llvm::find_if(remarks_, [&](const auto &entry) { return entry.kernel == ours->kernel(); });
      if (of_kernel == remarks_.end()) of_kernel = remarks_.insert(of_kernel, {ours->kernel(), ""});
      of_kernel->text += ours->text();
    }
    // LLVM's own warnings and remarks, of loops that were asked to be vectorised and were not, are not the program's.
    return true;
  }

 private:
  llvm::raw_ostream &log_;
  bool notes_;
  bool &failed_;
  Remarks &remarks_;
  StackSizes &stack_;
};

std::string print(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

// Debuggers know of no address spaces: where a variable stands is an address like others here.
void forget_address_spaces(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      for (llvm::DbgVariableRecord &variable : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
        llvm::ArrayRef<uint64_t> elements = variable.getExpression()->getElements();
        // DW_OP_constu N, DW_OP_swap, DW_OP_xderef
        if (elements.size() >= 4 && elements.back() == llvm::dwarf::DW_OP_xderef)
          variable.setExpression(llvm::DIExpression::get(module.getContext(), elements.drop_back(4)));
      }
}

// All other kernels are left out; nothing calls a kernel's own function.
void keep_kernel(llvm::Module &module, llvm::StringRef name) {
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && function.getName() != name &&
        function.use_empty())
      function.eraseFromParent();
}

KnownOfLaunch known_of(const abi::Variant &variant) {
  KnownOfLaunch known;
  known.local_size = {variant.local_size_x, variant.local_size_y, variant.local_size_z};
  known.apart = variant.apart != 0;
  known.reshaped = variant.reshaped != 0;
  for (const auto &[index, bytes] : variant.arguments) {
    uint64_t words[(sizeof(abi::ImageFormat) + 7) / 8] = {};
    if (bytes.empty() || bytes.size() > sizeof words) continue;
    std::memcpy(words, bytes.data(), bytes.size());
    known.arguments[index] = llvm::APInt(unsigned(8 * bytes.size()), words);
  }
  return known;
}

}  // namespace

struct Compiler::Context {
  explicit Context(const Library &library) : library(library, context) {}

  llvm::LLVMContext context;
  LibraryReader library;
};

// Target machines by what they are made from: each keeps its tables of the CPU's instructions for later programs.
struct Compiler::Targets {
  llvm::TargetMachine &of(bool optimize, unsigned level) {
    auto &target = made[{optimize, level}];
    if (!target) target = make_target_machine(optimize, level);
    return *target;
  }

  std::map<std::pair<bool, unsigned>, std::unique_ptr<llvm::TargetMachine>> made;
};

Compiler::Compiler() : targets_(std::make_unique<Targets>()) {
  directory_ = llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(nullptr, nullptr)).str();
  std::string path = directory_ + "/builtins.a";
  auto builtins = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!builtins) throw std::runtime_error("cannot read " + path + ": " + builtins.getError().message());
  builtins_ = std::move(*builtins);
  initialise_targets();
}

Compiler::~Compiler() = default;

static std::runtime_error damaged(llvm::Error error) {
  return std::runtime_error("builtins.a is damaged: " + llvm::toString(std::move(error)));
}

std::unique_ptr<Compiler::Context> Compiler::make_context() {
  if (!library_) {
    auto library = Library::open(builtins_->getMemBufferRef());
    if (!library) throw damaged(library.takeError());
    library_ = std::move(*library);
  }
  return std::make_unique<Context>(*library_);
}

void Compiler::prepare() {
  prepared_ = make_context();
  if (!used_) return;
  for (const uint64_t place : used_->library.linked())
    if (auto error = prepared_->library.read_ahead(place)) throw damaged(std::move(error));
  used_.reset();
}

abi::CompileResponse Compiler::compile(const abi::CompileRequest &request, Stage stage, llvm::raw_ostream *live,
                                       std::string *remarks, const std::string &pass) {
  abi::CompileResponse response;
  LogStream log(response.log, live);
  auto fail = [&](llvm::Error error) {
    log << llvm::toString(std::move(error));
    if (!llvm::StringRef(response.log).ends_with("\n")) log << "\n";
    return std::move(response);
  };
  auto finish = [&](std::string binary) {
    response.outcome = abi::Outcome::ok;
    response.binary = std::move(binary);
    return std::move(response);
  };

  ParsedOptions parsed_options = parse_options(request.options);
  if (parsed_options.outcome != abi::Outcome::ok) {
    log << parsed_options.log;
    response.outcome = parsed_options.outcome;
    return response;
  }

  // Objects are for any CPU: what is known of this one's counts where code is made.
  const unsigned level = level_for(request.cpu);
  const cpu::Features cpu = cpu::common(request.cpu, cpu::host_features());
  parsed_options.options.cpu_level = std::min(parsed_options.options.cpu_level, level);
  used_ = prepared_ ? std::move(prepared_) : make_context();
  llvm::LLVMContext &context = used_->context;
  std::unique_ptr<llvm::Module> owner;
  if (request.objects.empty()) {
    Parsed parsed;
    if (request.language == abi::Language::spirv)
      parsed.module = read_spirv(request, parsed_options.options, context, log);
    else
      parsed = parse(request, parsed_options.options, host_has_fma(parsed_options.options.cpu_level), context, log);
    response.dependencies = std::move(parsed.dependencies);
    if (!parsed.module) return response;
    owner = std::move(parsed.module);
    forget_address_spaces(*owner);
    if (llvm::is_contained(parsed_options.options.clang, "-cl-fast-relaxed-math")) relax_math(*owner);
    parsed_options.options.write(*owner);
  }

  bool failed = false;
  Remarks kernels;
  StackSizes stack;
  context.setDiagnosticHandler(
      std::make_unique<PassDiagnostics>(log, remarks || parsed_options.options.explain, failed, kernels, stack));
  if (!owner) {
    auto linked = link_objects(request.objects, context);
    if (!linked) return fail(linked.takeError());
    owner = std::move(*linked);
  }
  llvm::Module &module = *owner;
  std::string behind_pass;
  auto prepare_runner = [&](PassRunner &runner) {
    runner.go_on_while([&] { return !failed; });
    if (stage == Stage::after)
      runner.tell([&](llvm::StringRef name) {
        if (name == pass) behind_pass = print(module);
      });
  };
  PassRunner passes(module, nullptr);
  prepare_runner(passes);
  if (request.objects.empty()) passes.run(opencl_c_pipeline());
  for (const abi::Variant &variant : request.variants) {
    keep_kernel(module, variant.kernel);
    if (llvm::Function *kernel = module.getFunction(variant.kernel)) known_of(variant).write(*kernel);
  }
  if (stage == Stage::parsed) return finish(print(module));
  if (request.goal != abi::BinaryKind::executable)
    return finish(seal(to_bitcode(module), request.goal, cpu, abi::compiler_id(directory_)));

  ModuleOptions options = ModuleOptions::of(module);
  if (!request.vectorise) options.vector_width = 1;
  options.cpu_level = std::min(options.cpu_level, level);
  // For variants, of which nobody asks for others, and for places of instructions.
  const bool keep_lines = !request.executable.empty();
  const bool keep_object = !keep_lines && request.variants.empty() && stage == Stage::binary;
  const std::string object_code = keep_object ? to_bitcode(module) : "";
  llvm::TargetMachine &target = targets_->of(options.optimize, options.cpu_level);
  passes.run(source_pipeline(module));
  describe_target(module, target);
  if (TargetDescription::of(module).has_estimates) estimate_math(module);
  if (auto error = link_builtins(module, used_->library)) return fail(std::move(error));
  options.write(module);  // the library has no flags, and LLVM's linker takes those for 0
  if (stage == Stage::linked) return finish(print(module));

  // From the linked module, or one part of it, to machine code.
  auto make_code = [&](const std::vector<unsigned> &parts, unsigned part) {
    MachineCode made;
    const size_t said = response.log.size();
    auto finished = [&](std::string object) {
      made.failed = failed;
      made.log = response.log.substr(said);
      made.remarks = std::move(kernels);
      made.object = std::move(object);
      return std::move(made);
    };
    if (!parts.empty()) keep_part(module, parts, part);
    retarget(module, target);
    passes.run(lowering_pipeline(module));
    if (failed) return finished("");
    made.calls_math = needs_math_library(module), made.calls_images = needs_image_library(module);
    if (stage == Stage::lowered) return finished(print(module));

    describe_target(module, target);
    PassRunner optimiser(module, &target);
    prepare_runner(optimiser);
    optimiser.run(optimising_pipeline(module, keep_lines));
    if (stage == Stage::optimised) return finished(print(module));
    if (stage == Stage::after) return finished(behind_pass);
    StackSizes::request(module);
    const auto object = emit(module, target, stage == Stage::assembly);
    for (std::string &symbol : stack.symbols(module)) made.symbols.push_back({std::move(symbol)});
    return finished(std::string(object.begin(), object.end()));
  };
  std::vector<unsigned> parts;
  if (stage == Stage::binary && request.variants.empty()) parts = divide(module);
  std::vector<MachineCode> made;
  if (parts.empty()) {
    made.push_back(make_code(parts, 0));
  } else {
    made = in_children(parts.size(), [&](unsigned part) { return make_code(parts, part); });
    for (const MachineCode &code : made) response.log += code.log, failed |= code.failed;
  }
  if (failed) return response;
  for (const MachineCode &code : made)
    for (const auto &[kernel, lines] : code.remarks)
      if (remarks)
        *remarks += lines;
      else if (parsed_options.options.explain)
        log << lines;
  if (stage == Stage::after && behind_pass.empty())
    return fail(llvm::createStringError("error: no pass '" + pass + "' has run"));
  if (stage != Stage::binary) return finish(std::move(made[0].object));

  std::vector<std::string> objects, symbols, libraries;
  bool calls_math = false, calls_images = false;
  for (MachineCode &code : made) {
    objects.push_back(std::move(code.object));
    for (LinkerSymbol &symbol : code.symbols) symbols.push_back(std::move(symbol.definition));
    calls_math |= code.calls_math != 0, calls_images |= code.calls_images != 0;
  }
  const std::string level_name = "-v" + std::to_string(TargetDescription::of(module).level) + ".a";
  if (calls_math) libraries.push_back(directory_ + "/libmath" + level_name);
  if (calls_images) libraries.push_back(directory_ + "/libimages" + level_name);
  libraries.push_back(directory_ + "/libsupport.a");
  auto elf = link_shared(objects, libraries, symbols);
  if (!elf) return fail(elf.takeError());
  if (keep_lines) return finish(place_of(*elf, request.executable, request.address));
  return finish(seal(std::move(*elf), abi::BinaryKind::executable, cpu, abi::compiler_id(directory_), object_code));
}

}  // namespace wherry::compiler
