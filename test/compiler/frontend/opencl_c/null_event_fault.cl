// RUN: not clang -cc1 -triple spir64-unknown-unknown -cl-std=CL3.0 -cl-ext=+all -finclude-default-header -fdeclare-opencl-builtins -emit-llvm -o - %s 2>&1 \
// RUN:   | FileCheck %s
// Clang's definition of CLK_NULL_EVENT becomes a constant of another type than the event's. Once Clang compiles the call,
// frontend/opencl_c.cpp need not define CLK_NULL_EVENT (kDeclarations).
// CHECK: Broken module found
void take(clk_event_t event);
void give(void) { take(CLK_NULL_EVENT); }
