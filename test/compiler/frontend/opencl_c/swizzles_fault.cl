// RUN: not --crash clang -cc1 -triple spir64-unknown-unknown -cl-std=CL3.0 -cl-ext=+all -finclude-default-header -fdeclare-opencl-builtins -emit-llvm -o - %s 2>&1 \
// RUN:   | FileCheck %s
// Clang's code generator takes the swizzle for an instruction, which that of a constant is not. Once Clang compiles the
// literal, Swizzles in frontend/opencl_c.cpp can go.
// CHECK: Generating code for declaration 'literal'
int4 literal(void) { return (int4)((int2)(0), (int4)(1).xy); }
