// SPDX-License-Identifier: Apache-2.0
// Registers that calls of precompiled functions keep.
#pragma once

namespace wherry::compiler {

// Functions of the convention intel_ocl_bicc keep the upper half of the vector registers: the one convention of LLVM's
// that does. As LLVM has it, with AVX-512 they do not keep the frame pointer, which kernels need; those of
// libimages-vN.a do (kernels-builtins/CMakeLists.txt). Lets code that this thread emits rely on it. Before each
// emission of code.
void keep_frame_pointer_in_calls();

}  // namespace wherry::compiler
