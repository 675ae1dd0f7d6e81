; RUN: wherry-opt -passes='print<pointer-uses>' -disable-output %s 2>&1 | FileCheck %s
; Of the kernel's arguments: a buffer's address, which the argument block holds, and a local argument's, which is an
; offset in the work-group's local memory. A number is no pointer; the context's pointers are no arguments.

; CHECK:      pointer-uses of 'wg.copy':
; CHECK-NEXT:   %in:
; CHECK-NEXT:     load: %x = load float, ptr addrspace(1) %in{{.*}}
; CHECK-NEXT:   %tile:
; CHECK-NEXT:     store: store float %x, ptr addrspace(3) %place{{.*}}
; CHECK-NOT:  {{[a-z]}}
define void @wg.copy(ptr %args, ptr %context) "wherry-kernel"="copy" !wherry.args !1 {
  %local_memory = load ptr addrspace(3), ptr %context, !invariant.load !0
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_offset = getelementptr i8, ptr %args, i64 8
  %offset = load i64, ptr %to_offset, !invariant.load !0
  %to_n = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %to_n, !invariant.load !0
  %tile = getelementptr i8, ptr addrspace(3) %local_memory, i64 %offset
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %n
  %x = load float, ptr addrspace(1) %in
  store float %x, ptr addrspace(3) %place
  ret void
}

!0 = !{}
!1 = !{!2, !3, !4}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!4 = !{i32 16, i32 8, i32 8, i32 0, i1 false}
