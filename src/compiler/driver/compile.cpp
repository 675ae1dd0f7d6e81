// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/compile.h"

#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "compiler/analysis/target.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/stack_sizes.h"
#include "compiler/codegen/target.h"
#include "compiler/driver/big_stack.h"
#include "compiler/driver/link_builtins.h"
#include "compiler/driver/link_near_texels.h"
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
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
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

// Collects diagnostics of passes and the code generator: errors and, on request, notes for the log; remarks by kernel.
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
      // Passes before form-regions speak before the kernel's own line stands.
      const bool heads = !llvm::StringRef(ours->text()).starts_with(" ");
      of_kernel->text.insert(heads ? 0 : of_kernel->text.size(), ours->text());
    }
    // LLVM's own warnings and remarks, of loops that were asked to be vectorised and were not, are not the program's.
    return true;
  }

  bool isAnyRemarkEnabled() const override { return notes_; }

 private:
  llvm::raw_ostream &log_;
  bool notes_;
  bool &failed_;
  Remarks &remarks_;
  StackSizes &stack_;
};

// The log, the remarks and the stack sizes that LLVM reports of a context's modules.
struct Said {
  Said(std::string &text, llvm::raw_ostream *live) : text(text), log(text, live) {}

  // `with_notes`: they are asked for.
  void listen(llvm::LLVMContext &context, bool with_notes) {
    notes = with_notes;
    context.setDiagnosticHandler(std::make_unique<PassDiagnostics>(log, notes, failed, kernels, stack));
  }

  void fail(llvm::Error error) {
    log << llvm::toString(std::move(error));
    if (!llvm::StringRef(text).ends_with("\n")) log << "\n";
  }

  std::string &text;  // of the log
  bool notes = false;
  LogStream log;
  bool failed = false;
  Remarks kernels;
  StackSizes stack;
};

std::string print(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

// Deletes all other kernels. No function calls a kernel's own function.
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

void keep_variant(llvm::Module &module, const abi::Variant &variant) {
  keep_kernel(module, variant.kernel);
  if (llvm::Function *kernel = module.getFunction(variant.kernel)) known_of(variant).write(*kernel);
}

// Compiles modules whose kernels are functions already.
class CodeMaker {
 public:
  // `after`: the pass of Stage::after.
  // `directory`: of the libraries.
  CodeMaker(Stage stage, const std::string &after, bool keep_lines, const std::string &directory)
      : stage_(stage), after_(after), keep_lines_(keep_lines), directory_(directory) {}

  void prepare(PassRunner &runner, llvm::Module &module, Said &said) {
    runner.go_on_while([&said] { return !said.failed; });
    if (stage_ == Stage::after)
      runner.tell([this, &module](llvm::StringRef name) {
        if (name == after_) behind_pass_ = print(module);
      });
  }
  bool has_met_pass() const { return !behind_pass_.empty(); }

  MachineCode make(llvm::Module &module, PassRunner &passes, llvm::TargetMachine &target, Said &said) {
    MachineCode made;
    auto finished = [&](std::string object) {
      made.failed = said.failed;
      made.remarks = std::move(said.kernels);
      made.object = std::move(object);
      return std::move(made);
    };
    passes.run(lowering_pipeline(module));
    if (said.failed) return finished("");
    made.calls_math = needs_math_library(module), made.calls_images = needs_image_library(module);
    if (stage_ == Stage::lowered) return finished(print(module));

    if (needs_near_texels(module)) {
      const std::string level = std::to_string(TargetDescription::of(module).level);
      if (auto error = link_near_texels(module, directory_ + "/images-v" + level + ".bc")) {
        said.fail(std::move(error)), said.failed = true;
        return finished("");
      }
    }
    describe_target(module, target);
    PassRunner optimiser(module, &target);
    prepare(optimiser, module, said);
    optimiser.run(optimising_pipeline(module, keep_lines_));
    if (stage_ == Stage::optimised) return finished(print(module));
    if (stage_ == Stage::after) return finished(behind_pass_);
    StackSizes::request(module);
    const auto object = emit(module, target, stage_ == Stage::assembly);
    for (std::string &symbol : said.stack.symbols(module)) made.symbols.push_back({std::move(symbol)});
    return finished(std::string(object.begin(), object.end()));
  }

 private:
  const Stage stage_;
  const std::string &after_;
  const bool keep_lines_;
  const std::string &directory_;
  std::string behind_pass_;
};

// Compiles the second part of a module's functions on a thread of its own, while the caller's thread compiles the
// first.
class PartBeside {
 public:
  // `first`: of divide_functions().
  PartBeside(llvm::Module &all, unsigned first, CodeMaker &maker, llvm::TargetMachine &target,
             llvm::LLVMContext &context, bool notes)
      : first_(first), maker_(maker), target_(target), context_(context), notes_(notes),
        bitcode_(to_bitcode(all, /*use_lists=*/true)), thread_([this] { work(); }) {
    keep_functions(all, first, 0);
  }

  MachineCode join() {
    thread_.join();
    if (error_) std::rethrow_exception(error_);
    return std::move(made_);
  }

 private:
  void work() try {
    auto module = llvm::cantFail(llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode_, "part"), context_));
    keep_functions(*module, first_, 1);
    Said said(made_.log, nullptr);
    said.listen(context_, notes_);
    PassRunner passes(*module, nullptr);
    maker_.prepare(passes, *module, said);
    MachineCode made = maker_.make(*module, passes, target_, said);
    made.log = std::move(made_.log);
    made_ = std::move(made);
  } catch (...) {
    error_ = std::current_exception();
  }

  const unsigned first_;
  CodeMaker &maker_;
  llvm::TargetMachine &target_;
  llvm::LLVMContext &context_;
  const bool notes_;
  const std::string bitcode_;
  MachineCode made_;
  std::exception_ptr error_;
  BigStackThread thread_;  // the last: it uses the others
};

using Dependencies = decltype(abi::CompileResponse::dependencies);

// The module of the request's source, which has its options, or of its objects, which have theirs. Null: the log says
// why. `notes`: they are asked for.
std::unique_ptr<llvm::Module> module_of(const abi::CompileRequest &request, const Options &options,
                                        llvm::LLVMContext &context, Said &said, bool notes,
                                        Dependencies &dependencies) {
  std::unique_ptr<llvm::Module> module;
  if (request.objects.empty()) {
    if (request.language == abi::Language::spirv) {
      module = read_spirv(request, options, context, said.log);
    } else {
      Parsed parsed = parse(request, options, host_has_fma(options.cpu_level), context, said.log);
      dependencies = std::move(parsed.dependencies);
      module = std::move(parsed.module);
    }
    if (module) options.write(*module);
  }
  said.listen(context, notes);
  if (request.objects.empty()) return module;
  auto linked = link_objects(request.objects, context);
  if (linked) return std::move(*linked);
  said.fail(linked.takeError());
  return nullptr;
}

// Runs reshaping_pipeline() on a linked module, or on one part of it.
void reshape(llvm::Module &module, PassRunner &passes, const llvm::TargetMachine &target) {
  retarget(module, target);
  passes.run(reshaping_pipeline(module));
}

// Each part of a divided module, in a child of its own.
std::vector<MachineCode> make_in_children(llvm::Module &module, const std::vector<unsigned> &parts, CodeMaker &maker,
                                          PassRunner &passes, llvm::TargetMachine &target, Said &said) {
  std::vector<MachineCode> made = in_children(parts.size(), [&](unsigned part) {
    keep_part(module, parts, part);
    const size_t before = said.text.size();
    reshape(module, passes, target);
    MachineCode code = maker.make(module, passes, target, said);
    code.log = said.text.substr(before);
    return code;
  });
  for (const MachineCode &code : made) said.text += code.log, said.failed |= code.failed;
  return made;
}

// The target machine and the context of a part that a second thread compiles.
struct Beside {
  llvm::TargetMachine &target;
  llvm::LLVMContext &context;
};
// Compiles the linked module in this process, in two parts unless `beside` is null.
std::vector<MachineCode> make_here(llvm::Module &module, CodeMaker &maker, PassRunner &passes,
                                   llvm::TargetMachine &target, Said &said, llvm::function_ref<Beside()> beside) {
  reshape(module, passes, target);
  std::optional<PartBeside> second;
  if (const unsigned first = beside && !said.failed ? divide_functions(module) : 0) {
    passes.forget();
    const Beside with = beside();
    second.emplace(module, first, maker, with.target, with.context, said.notes);
  }
  std::vector<MachineCode> made;
  made.push_back(maker.make(module, passes, target, said));
  if (second) {
    made.push_back(second->join());
    said.text += made.back().log, said.failed |= made.back().failed;
  }
  return made;
}

std::string remarks_of(const std::vector<MachineCode> &made) {
  std::string text;
  for (const MachineCode &code : made)
    for (const auto &[kernel, lines] : code.remarks) text += lines;
  return text;
}

// The shared object of all parts. `directory`: of the libraries; `level`: for x86-64-v`level`.
llvm::Expected<std::string> link_code(std::vector<MachineCode> made, const std::string &directory, unsigned level) {
  std::vector<std::string> objects, symbols, libraries;
  bool calls_math = false, calls_images = false;
  for (MachineCode &code : made) {
    objects.push_back(std::move(code.object));
    for (LinkerSymbol &symbol : code.symbols) symbols.push_back(std::move(symbol.definition));
    calls_math |= code.calls_math != 0, calls_images |= code.calls_images != 0;
  }
  const std::string level_name = "-v" + std::to_string(level) + ".a";
  if (calls_math) libraries.push_back(directory + "/libmath" + level_name);
  if (calls_images) libraries.push_back(directory + "/libimages" + level_name);
  libraries.push_back(directory + "/libsupport.a");
  return link_shared(objects, libraries, symbols);
}

}  // namespace

struct Compiler::Context {
  explicit Context(const Library &library) : library(library, context) {}

  llvm::LLVMContext context, beside;  // the second one of PartBeside
  LibraryReader library;
};

// One target machine for each combination of options: it keeps its tables of the CPU's instructions for later programs.
struct Compiler::Targets {
  // `thread`: 0, or 1 for the one beside; a target machine serves one at a time.
  llvm::TargetMachine &of(bool optimize, unsigned level, unsigned thread = 0) {
    auto &target = made[{optimize, level, thread}];
    if (!target) target = make_target_machine(optimize, level);
    return *target;
  }

  std::map<std::tuple<bool, unsigned, unsigned>, std::unique_ptr<llvm::TargetMachine>> made;
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
  Said said(response.log, live);
  LogStream &log = said.log;
  auto fail = [&](llvm::Error error) { return said.fail(std::move(error)), std::move(response); };
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
  const bool explain = parsed_options.options.explain;
  const auto owner =
      module_of(request, parsed_options.options, used_->context, said, remarks || explain, response.dependencies);
  if (!owner) return response;
  llvm::Module &module = *owner;
  // A request with an executable asks for the source lines of its instructions.
  const bool keep_lines = !request.executable.empty();
  CodeMaker maker(stage, pass, keep_lines, directory_);
  PassRunner passes(module, nullptr);
  maker.prepare(passes, module, said);
  if (request.objects.empty()) {
    const bool relaxed = llvm::is_contained(parsed_options.options.clang, "-cl-fast-relaxed-math");
    passes.run(front_end_pipeline(relaxed));
  }
  for (const abi::Variant &variant : request.variants) keep_variant(module, variant);
  if (stage == Stage::parsed) return finish(print(module));
  if (request.goal != abi::BinaryKind::executable)
    return finish(seal(to_bitcode(module), request.goal, cpu, abi::compiler_id(directory_)));

  ModuleOptions options = ModuleOptions::of(module);
  for (const abi::Variant &variant : request.variants)
    if (variant.lanes) options.vector_width = variant.lanes;
  if (!request.vectorise) options.vector_width = 1;
  options.optimize &= request.optimise;
  options.cpu_level = std::min(options.cpu_level, level);
  // Variants are built of a program's object; a variant itself has none.
  const bool keep_object = !keep_lines && request.variants.empty() && stage == Stage::binary;
  const std::string object_code = keep_object ? to_bitcode(module) : "";
  llvm::TargetMachine &target = targets_->of(options.optimize, options.cpu_level);
  passes.run(source_pipeline(module));
  describe_target(module, target);
  passes.run(described_pipeline(module));
  if (auto error = link_builtins(module, used_->library)) return fail(std::move(error));
  options.write(module);  // the library has no module flags, and LLVM's linker takes absent flags for 0
  if (stage == Stage::linked) return finish(print(module));

  std::vector<unsigned> parts;
  const bool in_parts = stage == Stage::binary && request.variants.empty();
  if (in_parts) parts = divide(module);
  auto beside = [&]() -> Beside { return {targets_->of(options.optimize, options.cpu_level, 1), used_->beside}; };
  llvm::function_ref<Beside()> second;
  if (in_parts) second = beside;
  std::vector<MachineCode> made = parts.empty() ? make_here(module, maker, passes, target, said, second)
                                                : make_in_children(module, parts, maker, passes, target, said);
  if (said.failed) return response;
  if (remarks)
    *remarks += remarks_of(made);
  else if (explain)
    log << remarks_of(made);
  if (stage == Stage::after && !maker.has_met_pass())
    return fail(llvm::createStringError("error: no pass '" + pass + "' has run"));
  if (stage != Stage::binary) return finish(std::move(made[0].object));

  auto elf = link_code(std::move(made), directory_, TargetDescription::of(module).level);
  if (!elf) return fail(elf.takeError());
  if (keep_lines) return finish(place_of(*elf, request.executable, request.address));
  return finish(seal(std::move(*elf), abi::BinaryKind::executable, cpu, abi::compiler_id(directory_), object_code));
}

}  // namespace wherry::compiler
