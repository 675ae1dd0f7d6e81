// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/extension_functions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"

namespace wherry::compiler {
namespace {

using clang::ASTContext;
using clang::QualType;

class ExtensionFunctions final : public clang::ExternalSemaSource {
 public:
  explicit ExtensionFunctions(clang::Sema &sema) : sema_(sema), context_(sema.Context) {}

  // "Do last resort, unqualified lookup on a LookupResult that Sema cannot find."
  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *) override {
    const clang::IdentifierInfo *id = result.getLookupName().getAsIdentifierInfo();
    llvm::StringRef name = id ? id->getName() : "";
    if (result.isForRedeclaration() || result.getLookupKind() != clang::Sema::LookupOrdinaryName) return false;
    if (name.consume_front("intel_convert_"))
      conversion(name);
    else if (name.consume_front("intel_sub_group_block_"))
      block(name);
    else if (name.consume_front("intel_sub_group_shuffle"))
      shuffle(name);
    else if (name.consume_front("intel_sub_group_"))
      of_small_integers(name);
    else if (name.consume_front("work_group_"))
      of_work_group(name);
    else if (name.consume_front("clock_read_"))
      clock(name);
    for (const Signature &signature : signatures_) result.addDecl(declare(*id, signature));
    if (signatures_.size() > 1) result.resolveKind();
    const bool found = !signatures_.empty();
    signatures_.clear();
    return found;
  }

 private:
  struct Signature {
    QualType result;
    llvm::SmallVector<QualType, 3> parameters;
    bool convergent;
  };

  bool has(llvm::StringRef extension) const { return sema_.getPreprocessor().isMacroDefined(extension); }
  void add(QualType result, llvm::ArrayRef<QualType> parameters, bool convergent = true) {
    signatures_.push_back({result, llvm::SmallVector<QualType, 3>(parameters), convergent});
  }
  QualType wide(QualType scalar, unsigned count) const {
    return count == 1 ? scalar : context_.getExtVectorType(scalar, count);
  }
  QualType pointer(QualType to, clang::LangAS space) const {
    return context_.getPointerType(context_.getAddrSpaceQualType(to, space));
  }

  // A vector's size at the end of a name, 1 without one; 0: none of `sizes`.
  static unsigned count_of(llvm::StringRef digits, llvm::ArrayRef<unsigned> sizes) {
    if (digits.empty()) return 1;
    unsigned count = 0;
    return !digits.starts_with("0") && !digits.getAsInteger(10, count) && count > 1 && llvm::is_contained(sizes, count)
               ? count
               : 0;
  }

  // bfloat16<n>_as_ushort<n>, as_bfloat16<n>_float<n>
  void conversion(llvm::StringRef name) {
    if (!has("cl_intel_bfloat16_conversions")) return;
    const bool from = name.consume_front("as_");
    if (!name.consume_front("bfloat16")) return;
    const auto [first, second] = name.split(from ? "_float" : "_as_ushort");
    const unsigned count = count_of(first, {2, 3, 4, 8, 16});
    if (count == 0 || first != second || !name.contains('_')) return;
    const QualType bits = wide(context_.UnsignedShortTy, count), value = wide(context_.FloatTy, count);
    add(from ? value : bits, {from ? bits : value}, /*convergent=*/false);
  }

  // (read | write | prefetch)[_uc | _us | _ui | _ul][<n>]
  void block(llvm::StringRef name) {
    const bool reads = name.consume_front("read"), writes = !reads && name.consume_front("write");
    const bool prefetches = !reads && !writes && name.consume_front("prefetch");
    QualType element = context_.UnsignedIntTy;
    bool offered = has("cl_intel_subgroups"), has_16 = false;
    if (name.consume_front("_ui")) {
      offered &= has("cl_intel_subgroups_char") || has("cl_intel_subgroups_short") || has("cl_intel_subgroups_long");
    } else if (name.consume_front("_uc")) {
      element = context_.UnsignedCharTy;
      offered = has_16 = has("cl_intel_subgroups_char");
    } else if (name.consume_front("_us")) {
      element = context_.UnsignedShortTy;
      offered = has_16 = has("cl_intel_subgroups_short");
    } else if (name.consume_front("_ul")) {
      element = context_.UnsignedLongTy;
      offered = has("cl_intel_subgroups_long");
    } else if (prefetches) {
      return;
    }
    const unsigned count = count_of(name, {2, 4, 8, 16});
    if (!offered || count == 0 || (count == 16 && !has_16)) return;
    const QualType data = wide(element, count), none = context_.VoidTy;
    const QualType at = wide(context_.IntTy, 2);
    auto memory = [&](clang::LangAS space) {
      if (writes)
        add(none, {pointer(element, space), data});
      else
        add(prefetches ? none : data, {pointer(element.withConst(), space)});
    };
    auto image = [&](QualType type) {
      if (writes)
        add(none, {type, at, data});
      else
        add(data, {type, at});
    };
    if (prefetches) {
      if (has("cl_intel_subgroup_buffer_prefetch")) memory(clang::LangAS::opencl_global);
    } else if (reads || writes) {
      memory(clang::LangAS::opencl_global);
      if (has("cl_intel_subgroup_local_block_io")) memory(clang::LangAS::opencl_local);
      image(reads ? context_.OCLImage2dROTy : context_.OCLImage2dWOTy);
      image(context_.OCLImage2dRWTy);
    }
  }

  // shuffle, shuffle_xor, shuffle_down, shuffle_up
  void shuffle(llvm::StringRef name) {
    const bool two = name == "_down" || name == "_up";
    if ((!two && !name.empty() && name != "_xor") || !has("cl_intel_subgroups")) return;
    llvm::SmallVector<QualType> scalars{context_.IntTy,          context_.UnsignedIntTy, context_.LongTy,
                                        context_.UnsignedLongTy, context_.HalfTy,        context_.FloatTy,
                                        context_.DoubleTy};
    if (has("cl_intel_subgroups_char")) scalars.append({context_.CharTy, context_.UnsignedCharTy});
    if (has("cl_intel_subgroups_short")) scalars.append({context_.ShortTy, context_.UnsignedShortTy});
    for (QualType scalar : scalars)
      for (unsigned count : {1, 2, 3, 4, 8, 16}) {
        const QualType data = wide(scalar, count);
        if (two)
          add(data, {data, data, context_.UnsignedIntTy});
        else
          add(data, {data, context_.UnsignedIntTy});
      }
  }

  // broadcast; (reduce | scan_inclusive | scan_exclusive)_(add | min | max)
  void of_small_integers(llvm::StringRef name) {
    const bool broadcast = name == "broadcast";
    if (!broadcast) {
      if (!name.consume_front("reduce_") && !name.consume_front("scan_inclusive_") &&
          !name.consume_front("scan_exclusive_"))
        return;
      if (name != "add" && name != "min" && name != "max") return;
    }
    auto of = [&](QualType scalar) {
      if (!broadcast) return add(scalar, {scalar});
      for (unsigned count : {1, 2, 3, 4, 8, 16})
        add(wide(scalar, count), {wide(scalar, count), context_.UnsignedIntTy});
    };
    if (has("cl_intel_subgroups_char")) of(context_.CharTy), of(context_.UnsignedCharTy);
    if (has("cl_intel_subgroups_short")) of(context_.ShortTy), of(context_.UnsignedShortTy);
  }

  // (reduce | scan_inclusive | scan_exclusive)_(mul | [logical_](and | or | xor))
  void of_work_group(llvm::StringRef name) {
    if ((!name.consume_front("reduce_") && !name.consume_front("scan_inclusive_") &&
         !name.consume_front("scan_exclusive_")) ||
        !has("cl_khr_work_group_uniform_arithmetic"))
      return;
    const bool logical = name.consume_front("logical_"), bitwise = name == "and" || name == "or" || name == "xor";
    if (!bitwise && (logical || name != "mul")) return;
    llvm::SmallVector<QualType> scalars{context_.IntTy};
    if (!logical) scalars.append({context_.UnsignedIntTy, context_.LongTy, context_.UnsignedLongTy});
    if (!bitwise) scalars.append({context_.HalfTy, context_.FloatTy, context_.DoubleTy});
    for (QualType scalar : scalars) add(scalar, {scalar});
  }

  // [hilo_](device | work_group | sub_group)
  void clock(llvm::StringRef name) {
    const bool halves = name.consume_front("hilo_");
    if ((name == "device" || name == "work_group" || name == "sub_group") && has("cl_khr_kernel_clock"))
      add(halves ? wide(context_.UnsignedIntTy, 2) : QualType(context_.UnsignedLongTy), {});
  }

  clang::FunctionDecl *declare(const clang::IdentifierInfo &id, const Signature &signature) {
    clang::FunctionProtoType::ExtProtoInfo info(context_.getDefaultCallingConvention(false, false));
    const QualType type = context_.getFunctionType(signature.result, signature.parameters, info);
    const clang::SourceLocation nowhere;
    auto *function =
        clang::FunctionDecl::Create(context_, context_.getTranslationUnitDecl(), nowhere, nowhere, &id, type,
                                    /*TInfo=*/nullptr, clang::SC_Extern, false, false, /*hasWrittenPrototype=*/true);
    function->setImplicit();
    llvm::SmallVector<clang::ParmVarDecl *> parameters;
    for (QualType parameter : signature.parameters) {
      parameters.push_back(clang::ParmVarDecl::Create(context_, function, nowhere, nowhere, nullptr, parameter,
                                                      /*TInfo=*/nullptr, clang::SC_None, nullptr));
      parameters.back()->setScopeInfo(0, unsigned(parameters.size() - 1));
    }
    function->setParams(parameters);
    if (signature.convergent)
      function->addAttr(clang::ConvergentAttr::CreateImplicit(context_));
    else
      function->addAttr(clang::ConstAttr::CreateImplicit(context_));
    function->addAttr(clang::NoThrowAttr::CreateImplicit(context_));
    if (!context_.getLangOpts().OpenCLCPlusPlus) function->addAttr(clang::OverloadableAttr::CreateImplicit(context_));
    return function;
  }

  clang::Sema &sema_;
  ASTContext &context_;
  llvm::SmallVector<Signature, 0> signatures_;
};

class Consumer final : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema &sema) override {
    sema.addExternalSource(llvm::makeIntrusiveRefCnt<ExtensionFunctions>(sema));
  }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_extension_functions() { return std::make_unique<Consumer>(); }

}  // namespace wherry::compiler
