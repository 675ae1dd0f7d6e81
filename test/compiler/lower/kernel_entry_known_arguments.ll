; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; A variant of a kernel is compiled for values of arguments that its launches share. They are constants there, and keep
; their slots, as the runtime fills the same block for each variant. A value of another width than the argument's is
; none: the kernel may have changed since it was noted.

; CHECK-LABEL: define void @wg.kernel(
; CHECK-SAME:  dereferenceable(16) %args
; CHECK-SAME:  !wherry.args ![[ARGS:[0-9]+]]
; CHECK-NOT:   load i32
; CHECK:       %other_width = load i16,
; CHECK:       %unknown = load i32,
; CHECK:       %float = load float,
; CHECK:       call void @use(i32 100, i16 %other_width, i32 %unknown, float %float)
define spir_kernel void @kernel(i32 %known, i16 %other_width, i32 %unknown, float %float) !wherry.known_arguments !0 {
  call void @use(i32 %known, i16 %other_width, i32 %unknown, float %float)
  ret void
}

declare void @use(i32, i16, i32, float)

; CHECK: ![[ARGS]] = !{![[KNOWN:[0-9]+]], !{{[0-9]+}}, !{{[0-9]+}}, !{{[0-9]+}}}
; CHECK: ![[KNOWN]] = !{i32 0, i32 4, i32 4, i32 0, i1 false}
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 100}
!2 = !{i32 1, i32 5}
!3 = !{i32 3, i32 7}
