// RUN: clang -cc1 -triple spir64-unknown-unknown -cl-std=CL3.0 -cl-ext=+all -finclude-default-header -fdeclare-opencl-builtins -emit-llvm -o - %s | FileCheck %s
// Clang declares the value that is stored as an atomic_half ("S_": the type before again), not as a half ("Dh"). Once the
// name ends in Dh, the builtin library needs no STORE_HALF (kernels-builtins/atomics.cl).
// CHECK: call {{.*}}@_Z12atomic_storePU3AS1VU7_AtomicDhS_(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
void store(global atomic_half *to, half x) { atomic_store(to, x); }
