// SPDX-License-Identifier: Apache-2.0
// Functions of extensions that Clang 22's tables lack. Its header has most of them, but takes longer to read than most
// kernels: each is declared when a program first names it.
#pragma once
#include <memory>

#include "clang/AST/ASTConsumer.h"

namespace wherry::compiler {

// Beside the consumers of a translation unit's code: declares the functions of
//   cl_intel_subgroups, cl_intel_subgroups_char, _short, _long    cl_intel_subgroup_local_block_io
//   cl_intel_bfloat16_conversions                                 cl_intel_subgroup_buffer_prefetch
//   cl_khr_work_group_uniform_arithmetic                          cl_khr_kernel_clock (before OpenCL C 2.0)
// where their macros are defined and the program declares nothing of the name.
std::unique_ptr<clang::ASTConsumer> make_extension_functions();

}  // namespace wherry::compiler
