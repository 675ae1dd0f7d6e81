// SPDX-License-Identifier: Apache-2.0
// Registers that calls of precompiled functions keep.
#pragma once

namespace wherry::compiler {

// Functions of the convention intel_ocl_bicc keep the upper half of the vector registers: the one convention of LLVM's
// that does. As LLVM has it, with AVX-512 they do not keep the frame pointer, which kernels need, so that LLVM saves it
// around calls. Those of libimages-vN.a with this attribute keep it (kernels-builtins/CMakeLists.txt); math functions
// do not. Lets code that this thread emits rely on it. Before each emission of code.
constexpr char kKeepsFramePointer[] = "wherry-keeps-frame-pointer";
void keep_frame_pointer_in_calls();

}  // namespace wherry::compiler
