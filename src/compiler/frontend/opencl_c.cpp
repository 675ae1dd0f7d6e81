// SPDX-License-Identifier: Apache-2.0
// This file and extension_functions.cpp see Clang.
#include "compiler/frontend/opencl_c.h"

#include <map>

#include "compiler/frontend/extension_functions.h"
#include "compiler/frontend/lacking.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclarationName.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Stack.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/xxhash.h"

namespace wherry::compiler {
namespace {

namespace vfs = llvm::vfs;

// Clang's opencl-c-base.h.
constexpr char kBaseHeader[] = {
#include "opencl-c-base.h.inc"
};

// The directory of the headers that exist in memory alone. Two levels deep, so that a name with "../" stays in it.
constexpr char kResourceDirectory[] = "/.wherry/resource";

// Functions that Clang does not declare by itself: for event lists in local memory, and of extensions (but for
// expect_assume's).
constexpr char kDeclarationsFile[] = "wherry-opencl-c.h";
constexpr char kDeclarations[] = R"(
#define CONVERGENT __attribute__((overloadable, convergent, nothrow))
void CONVERGENT wait_group_events(int, __private event_t *);
void CONVERGENT wait_group_events(int, __local event_t *);
#ifdef __opencl_c_generic_address_space
void CONVERGENT wait_group_events(int, __generic event_t *);
#endif
#define cl_khr_extended_async_copies 1
event_t CONVERGENT async_work_group_copy_2D2D(__local void *, size_t, const __global void *, size_t, size_t, size_t,
                                              size_t, size_t, size_t, event_t);
event_t CONVERGENT async_work_group_copy_2D2D(__global void *, size_t, const __local void *, size_t, size_t, size_t,
                                              size_t, size_t, size_t, event_t);
event_t CONVERGENT async_work_group_copy_3D3D(__local void *, size_t, const __global void *, size_t, size_t, size_t,
                                              size_t, size_t, size_t, size_t, size_t, size_t, event_t);
event_t CONVERGENT async_work_group_copy_3D3D(__global void *, size_t, const __local void *, size_t, size_t, size_t,
                                              size_t, size_t, size_t, size_t, size_t, size_t, event_t);
#define cl_khr_async_work_group_copy_fence 1
void CONVERGENT async_work_group_copy_fence(cl_mem_fence_flags);
#define cl_khr_expect_assume 1
#define cl_ext_image_raw10_raw12 1
#define CLK_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CLK_UNSIGNED_INT_RAW12_EXT 0x10E4
#if __OPENCL_C_VERSION__ >= 300
#define __opencl_c_ext_image_raw10_raw12 1
#endif
#ifdef __OPENCL_CPP_VERSION__
#define __opencl_cpp_destructor_with_address_spaces 1
#define __opencl_cpp_global_destructor 1
#endif
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
#define cl_khr_work_group_uniform_arithmetic 1
#endif
#ifndef cl_khr_kernel_clock  // Clang has it from OpenCL C 2.0 on.
#define cl_khr_kernel_clock 1
#define __opencl_c_kernel_clock_scope_device 1
#define __opencl_c_kernel_clock_scope_work_group 1
#define __opencl_c_kernel_clock_scope_sub_group 1
#endif
#ifdef __opencl_c_device_enqueue
// Clang 22's code generator stops on its own definition.
clk_event_t __attribute__((const)) __clk_null_event(void);
#undef CLK_NULL_EVENT
#define CLK_NULL_EVENT (__clk_null_event())
#endif
#undef CONVERGENT
)";
constexpr char kHeaderDirectory[] = "/.wherry/headers/a/b/c/d/e/f/g/h";

using Dependencies = std::map<std::string, abi::Dependency>;

// The contents are hashed as Clang reads them, so that the hash is of the text that was compiled.
class HashedFile final : public vfs::File {
 public:
  HashedFile(std::unique_ptr<vfs::File> file, abi::Dependency &dependency)
      : file_(std::move(file)), dependency_(dependency) {}

  llvm::ErrorOr<vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  std::error_code close() override { return file_->close(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, int64_t size,
                                                               bool null_terminated, bool is_volatile) override {
    auto buffer = file_->getBuffer(name, size, null_terminated, is_volatile);
    if (buffer) {
      auto hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef((*buffer)->getBuffer()));
      dependency_.found = true;
      dependency_.hash_low = hash.low64;
      dependency_.hash_high = hash.high64;
    }
    return buffer;
  }

 private:
  std::unique_ptr<vfs::File> file_;
  abi::Dependency &dependency_;
};

// The real files, with a note of each that is read or missed.
class RecordingFileSystem final : public vfs::ProxyFileSystem {
 public:
  RecordingFileSystem(llvm::IntrusiveRefCntPtr<vfs::FileSystem> real, Dependencies &dependencies)
      : ProxyFileSystem(std::move(real)), dependencies_(dependencies) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &path) override {
    auto status = ProxyFileSystem::status(path);
    if (!status) note(path);
    return status;
  }
  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    // A pipe or a device may never end, or never begin.
    if (const auto found = ProxyFileSystem::status(path);
        found && !found->isRegularFile() && found->getType() != llvm::sys::fs::file_type::directory_file)
      return std::make_error_code(std::errc::invalid_argument);
    auto file = ProxyFileSystem::openFileForRead(path);
    abi::Dependency &dependency = note(path);
    if (!file) return file.getError();
    return std::make_unique<HashedFile>(std::move(*file), dependency);
  }

 private:
  abi::Dependency &note(const llvm::Twine &path) {
    llvm::SmallString<256> absolute;
    path.toVector(absolute);
    makeAbsolute(absolute);
    abi::Dependency &dependency = dependencies_[absolute.str().str()];
    dependency.path = absolute.str().str();
    return dependency;
  }

  Dependencies &dependencies_;
};

// Clang's own event_t is an opaque target type, on which its code generator stops in arrays and
// structures. An event is a pointer to an unknown record instead, which works wherever OpenCL lets an
// event stand; the builtin library declares it alike.
void make_events_pointers(clang::ASTContext &context) {
  clang::RecordDecl *record = context.buildImplicitRecord("__wherry_event");
  clang::QualType pointee =
      context.getAddrSpaceQualType(context.getCanonicalTagType(record), clang::LangAS::opencl_private);
  context.OCLEventTy = context.getCanonicalType(context.getPointerType(pointee));
}

// Calls a function for a statement and all statements in it.
void for_each_statement(clang::Stmt &root, llvm::function_ref<void(clang::Stmt &)> visit) {
  llvm::SmallVector<clang::Stmt *> work{&root};
  while (!work.empty()) {
    clang::Stmt *statement = work.pop_back_val();
    visit(*statement);
    for (clang::Stmt *child : statement->children())
      if (child) work.push_back(child);
  }
}

// Clang 22's code generator takes a swizzle in a vector's literal for an instruction, though of a constant it is none:
// (int4)((int2)(0), (int4)(1).xy). It does not look behind parentheses.
class Swizzles final : public clang::ASTConsumer {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *decl : group)
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl); function && function->getBody())
        for_each_statement(*function->getBody(),
                           [&](clang::Stmt &statement) { put_in_parentheses(statement, function->getASTContext()); });
    return true;
  }

 private:
  static void put_in_parentheses(clang::Stmt &statement, clang::ASTContext &context) {
    auto *list = llvm::dyn_cast<clang::InitListExpr>(&statement);
    for (unsigned i = 0; list && list->getType()->isVectorType() && i < list->getNumInits(); ++i)
      if (clang::Expr *part = list->getInit(i); llvm::isa<clang::ExtVectorElementExpr>(part))
        list->setInit(i, new (context) clang::ParenExpr(part->getBeginLoc(), part->getEndLoc(), part));
  }
};

// LLVM ends the process where it is to emit inline assembly without an assembler.
class NoAssembly final : public clang::ASTConsumer {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *decl : group) {
      clang::ASTContext &context = decl->getASTContext();
      if (auto *assembly = llvm::dyn_cast<clang::FileScopeAsmDecl>(decl)) refuse(assembly->getAsmLoc(), context);
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl); function && function->getBody())
        for_each_statement(*function->getBody(), [&](clang::Stmt &statement) {
          if (auto *inside = llvm::dyn_cast<clang::AsmStmt>(&statement)) refuse(inside->getAsmLoc(), context);
        });
    }
    return true;
  }

 private:
  static void refuse(clang::SourceLocation place, clang::ASTContext &context) {
    clang::DiagnosticsEngine &diagnostics = context.getDiagnostics();
    diagnostics.Report(place, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                          "inline assembly is not supported in OpenCL C"));
  }
};

class Action final : public clang::EmitLLVMOnlyAction {
 public:
  using EmitLLVMOnlyAction::EmitLLVMOnlyAction;

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    make_events_pointers(compiler.getASTContext());
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<NoAssembly>());
    consumers.push_back(std::make_unique<Swizzles>());
    consumers.push_back(make_extension_functions());
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
};

constexpr llvm::StringLiteral kOffered[] = {
#define WHERRY_EXTENSION(name, major, minor, patch) #name,
#define WHERRY_OPENCL_C_FEATURE(name) #name,
#include "kernel_abi/extensions.def"
};

// The build log. Programs print it to people who cannot mend a source, so warnings are held back, and shown only if the
// build options ask for them or an error follows.
class QuietStream final : public llvm::raw_ostream {
 public:
  QuietStream(llvm::raw_ostream &log, bool quiet)
      : raw_ostream(/*unbuffered=*/true), log_(log), quiet_(quiet), holding_(quiet) {}

  void hold(bool hold) { holding_ = quiet_ && hold; }
  void release() {
    log_ << held_;
    held_.clear();
    quiet_ = holding_ = false;
  }

 private:
  void write_impl(const char *text, size_t size) override {
    if (holding_)
      held_.append(text, size);
    else
      log_.write(text, size);
  }
  uint64_t current_pos() const override { return log_.tell(); }

  llvm::raw_ostream &log_;
  bool quiet_, holding_;
  std::string held_;
};

// Drops warnings that an extension of this device is unknown, or needs no pragma. Adds to errors about names that only
// other devices have which extension the names belong to.
class Printer final : public clang::TextDiagnosticPrinter {
 public:
  Printer(QuietStream &out, clang::DiagnosticOptions &options) : TextDiagnosticPrinter(out, options), out_(out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override {
    const unsigned id = diagnostic.getID();
    if (id == clang::diag::warn_pragma_unknown_extension &&
        llvm::is_contained(kOffered, diagnostic.getArgIdentifier(0)->getName()))
      return;
    // Notes belong to the message before them.
    if (level == clang::DiagnosticsEngine::Warning)
      out_.hold(id != clang::diag::pp_hash_warning && id != clang::diag::warn_pragma_message);
    if (level >= clang::DiagnosticsEngine::Error) out_.release();

    const std::string lacking = why_lacking(foreign_name(diagnostic));
    const clang::DiagnosticStorage plain{};
    if (lacking.empty())
      TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
    else
      TextDiagnosticPrinter::HandleDiagnostic(
          level, clang::Diagnostic(diagnostic.getDiags(), diagnostic.getLocation(), id, plain, lacking));
  }
  void EndSourceFile() override {
    out_.hold(true);  // the number of warnings
    TextDiagnosticPrinter::EndSourceFile();
  }

 private:
  // The name that is not declared: also of a parameter's type, for which Clang assumes int.
  static llvm::StringRef foreign_name(const clang::Diagnostic &diagnostic) {
    switch (diagnostic.getID()) {
    case clang::diag::err_undeclared_var_use:
    case clang::diag::err_undeclared_var_use_suggest:
    case clang::diag::err_unknown_typename:
    case clang::diag::err_unknown_typename_suggest:
    case clang::diag::ext_missing_type_specifier: break;
    default: return "";
    }
    if (!diagnostic.getLocation().isFileID()) return named_by(diagnostic);
    const char *place = diagnostic.getSourceManager().getCharacterData(diagnostic.getLocation());
    return llvm::StringRef(place).take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  }
  // In a macro, the location is the macro's.
  static llvm::StringRef named_by(const clang::Diagnostic &diagnostic) {
    if (diagnostic.getNumArgs() == 0) return "";
    if (diagnostic.getArgKind(0) == clang::DiagnosticsEngine::ak_identifierinfo)
      return diagnostic.getArgIdentifier(0)->getName();
    if (diagnostic.getArgKind(0) != clang::DiagnosticsEngine::ak_declarationname) return "";
    const auto name = clang::DeclarationName::getFromOpaqueInteger(diagnostic.getRawArg(0));
    return name.isIdentifier() ? name.getAsIdentifierInfo()->getName() : "";
  }

  QuietStream &out_;
};

// "-all,+..." with what this device has, as far as Clang knows the names.
std::string extension_list() {
  static constexpr llvm::StringLiteral known[] = {
#define OPENCLEXTNAME(name) #name,
#include "clang/Basic/OpenCLExtensions.def"
#undef OPENCLEXTNAME
  };
  std::string list = "-cl-ext=-all";
  for (llvm::StringRef name : kOffered)
    if (llvm::is_contained(known, name)) list += (",+" + name).str();
  return list;
}

std::vector<std::string> clang_arguments(const Options &options, bool fma) {
  static const std::string extensions = extension_list();
  std::vector<std::string> arguments = {
      "-triple", "spir64-unknown-unknown", "-x", options.cxx ? "clcpp" : "cl", "-O3", "-disable-llvm-passes",
      "-emit-llvm-only", "-resource-dir", kResourceDirectory, "-internal-isystem",
      std::string(kResourceDirectory) + "/include", "-finclude-default-header", "-fdeclare-opencl-builtins", "-include",
      kDeclarationsFile, "-cl-kernel-arg-info", extensions, "-ferror-limit", "20", "-main-file-name",
      options.source_file.empty() ? kMainFile : options.source_file,
      // The macros of Clang's target SPIR promise more than this device has.
      "-U__SPIR__", "-U__SPIR64__", "-D__OPENCL_VERSION__=310", "-iquote", ".", "-I", kHeaderDirectory};
  // Warnings to the compilers that programs were written with, such as FFmpeg's deshake_opencl and clFFT. -Wno-error=
  // would hold against a program's own -Werror.
  if (!llvm::is_contained(options.clang, "-Werror"))
    arguments.insert(arguments.end(),
                     {"-Wno-error=incompatible-pointer-types", "-Wno-error=int-conversion", "-Wno-error=implicit-int"});
  if (options.cxx) arguments.push_back("-fno-rtti");
  if (fma) arguments.insert(arguments.end(), {"-DFP_FAST_FMA=1", "-DFP_FAST_FMAF=1"});
  arguments.insert(arguments.end(), options.clang.begin(), options.clang.end());
  return arguments;
}

}  // namespace

Parsed parse(const abi::CompileRequest &request, const Options &options, bool fma, llvm::LLVMContext &context,
             llvm::raw_ostream &log) {
  clang::noteBottomOfStack();
  Parsed parsed;
  Dependencies dependencies;

  auto memory = llvm::makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  auto real = llvm::IntrusiveRefCntPtr<vfs::FileSystem>(vfs::createPhysicalFileSystem().release());
  auto files = llvm::makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<RecordingFileSystem>(real, dependencies));
  files->pushOverlay(memory);
  // A folder that is gone has nothing to include, and Clang must have one.
  if (request.directory.empty() || files->setCurrentWorkingDirectory(request.directory))
    files->setCurrentWorkingDirectory("/");
  auto add = [&](const llvm::Twine &path, llvm::StringRef text) {
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  };
  add(llvm::Twine(kResourceDirectory) + "/include/opencl-c-base.h", llvm::StringRef(kBaseHeader, sizeof kBaseHeader));
  add(llvm::Twine(kResourceDirectory) + "/include/" + kDeclarationsFile, kDeclarations);
  for (const abi::Header &header : request.headers)
    add(header.name.starts_with("/") ? llvm::Twine(header.name) : llvm::Twine(kHeaderDirectory) + "/" + header.name,
        header.text);

  std::vector<std::string> arguments = clang_arguments(options, fma);
  std::vector<const char *> argument_pointers;
  for (const std::string &argument : arguments) argument_pointers.push_back(argument.c_str());

  clang::DiagnosticOptions diagnostic_options;
  auto diagnostics = clang::CompilerInstance::createDiagnostics(
      *files, diagnostic_options, new clang::TextDiagnosticPrinter(log, diagnostic_options));
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, argument_pointers, *diagnostics)) return parsed;
  auto source = llvm::MemoryBuffer::getMemBufferCopy(
      request.source, options.source_file.empty() ? kMainFile : llvm::StringRef(options.source_file));
  invocation->getFrontendOpts().Inputs = {clang::FrontendInputFile(
      source->getMemBufferRef(), clang::InputKind(options.cxx ? clang::Language::OpenCLCXX : clang::Language::OpenCL))};

  // The ABI by which Clang makes a function that destroys one object (GlobalConstructorsPass); that of the target
  // passes the destructor a null pointer in the object's place, because objects are in another address space than
  // __cxa_atexit expects. Of what the two tell differently, constructors also return the object. Layouts are the
  // target's.
  if (options.cxx) invocation->getLangOpts().CXXABI = clang::TargetCXXABI::WebAssembly;

  // Lines and columns for abi::Site, without anything in the object file.
  if (invocation->getCodeGenOpts().getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
    invocation->getCodeGenOpts().setDebugInfo(llvm::codegenoptions::LocTrackingOnly);

  // What a work-item accesses of a vector of three is three numbers: Clang's fourth has no value.
  if (options.checks & (process::kCheckRace | process::kCheckUninit)) invocation->getLangOpts().PreserveVec3Type = true;

  QuietStream out(log, !options.warnings);
  clang::CompilerInstance compiler(std::move(invocation));
  compiler.setVirtualFileSystem(files);
  compiler.setVerboseOutputStream(out);
  compiler.createDiagnostics(new Printer(out, compiler.getDiagnosticOpts()));
  Action action(&context);
  const bool times_passes = llvm::TimePassesIsEnabled;
  bool good = compiler.ExecuteAction(action);
  llvm::TimePassesIsEnabled = times_passes;  // Clang sets it by an option of its own
  if (good) parsed.module = action.takeModule();
  for (auto &[path, dependency] : dependencies) parsed.dependencies.push_back(std::move(dependency));
  return parsed;
}

}  // namespace wherry::compiler
