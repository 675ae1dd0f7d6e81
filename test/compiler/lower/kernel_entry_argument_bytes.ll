; RUN: not wherry-opt -passes=kernel-entry -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/, i8 %last//' %s | wherry-opt -passes=kernel-entry | FileCheck %s --check-prefix=MOST
; CL_DEVICE_MAX_PARAMETER_SIZE: a kernel whose arguments take 4096 bytes compiles, one byte more fails the build.

%half = type { [2048 x i8] }
; CHECK: error: {{.*}}'kernel' take 4097 bytes, more than 4096
; MOST:  define void @wg.kernel({{.*}}dereferenceable(4096) %args,
define spir_kernel void @kernel(ptr byval(%half) %a, ptr byval(%half) %b, i8 %last) {
  ret void
}
