// RUN: not --crash clang -cc1 -triple spir64-unknown-unknown -cl-std=CL3.0 -cl-ext=+all -finclude-default-header -fdeclare-opencl-builtins -emit-llvm -o - %s 2>&1 \
// RUN:   | FileCheck %s
// Clang's code generator stops on an array of events. Once Clang compiles it, and allows events in structures,
// frontend/opencl_c.cpp need not make events pointers (make_events_pointers).
// CHECK: Generating code for declaration 'give'
void take(event_t *events);
void give(void) {
  event_t events[2] = {0, 0};
  take(events);
}
