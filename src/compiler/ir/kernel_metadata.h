// SPDX-License-Identifier: Apache-2.0
// The metadata that front ends leave at kernels in Clang's form, and that work-group functions keep.
#pragma once
#include <array>
#include <cstdint>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
}

namespace wherry::compiler {

constexpr char kRequiredWorkGroupSize[] = "reqd_work_group_size";
constexpr char kWorkGroupSizeHint[] = "work_group_size_hint";
constexpr char kRequiredSubGroupSize[] = "intel_reqd_sub_group_size";
constexpr char kVectorTypeHint[] = "vec_type_hint";  // a value of the type, then 1 for a signed one

// One entry for each argument.
constexpr char kArgumentNames[] = "kernel_arg_name";
constexpr char kArgumentTypes[] = "kernel_arg_type";
constexpr char kArgumentBaseTypes[] = "kernel_arg_base_type";  // without typedefs
constexpr char kArgumentSpaces[] = "kernel_arg_addr_space";
constexpr char kArgumentAccess[] = "kernel_arg_access_qual";
constexpr char kArgumentQualifiers[] = "kernel_arg_type_qual";

// An entry of the metadata `kind`; "" or 0 where it has no such entry.
llvm::StringRef metadata_text(const llvm::Function &kernel, llvm::StringRef kind, unsigned index);
uint64_t metadata_number(const llvm::Function &kernel, llvm::StringRef kind, unsigned index);

// An image stands in global memory, unlike a structure of that name.
bool is_image_argument(const llvm::Function &kernel, unsigned index);
bool is_sampler_argument(const llvm::Function &kernel, unsigned index);

// kRequiredWorkGroupSize or kWorkGroupSizeHint; 0 0 0 of a kernel without.
std::array<uint64_t, 3> metadata_size(const llvm::Function &kernel, llvm::StringRef kind);

}  // namespace wherry::compiler
