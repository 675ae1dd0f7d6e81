; RUN: wherry-opt -passes='print<argument-origin>' -disable-output %s 2>&1 | FileCheck %s
; Unknown: a pointer that the kernel loads from a buffer, one from an integer, one between two slots, one from a slot of
; a structure, and one that is loaded from a place in the argument block that is not constant.

; CHECK:      argument-origin of 'wg.unknown':
; CHECK:        write at %linked: unknown
; CHECK-NEXT:   write at %made: unknown
; CHECK-NEXT:   read at %to_inner: function argument %args
; CHECK-NEXT:   write at %inner: unknown
; CHECK-NEXT:   read at %to_any: function argument %args
; CHECK-NEXT:   write at %any: unknown
; CHECK-NOT:  {{[a-z]}}
define void @wg.unknown(ptr %args, ptr %context) "wherry-kernel"="unknown" !wherry.args !1 {
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %linked = load ptr addrspace(1), ptr addrspace(1) %a
  store i32 0, ptr addrspace(1) %linked
  %number = ptrtoint ptr addrspace(1) %a to i64
  %made = inttoptr i64 %number to ptr addrspace(1)
  store i32 0, ptr addrspace(1) %made
  %to_inner = getelementptr i8, ptr %args, i64 16
  %inner = load ptr addrspace(1), ptr %to_inner
  store i32 0, ptr addrspace(1) %inner
  %to_any = getelementptr i8, ptr %args, i64 %number
  %any = load ptr addrspace(1), ptr %to_any
  store i32 0, ptr addrspace(1) %any
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 24, i32 8, i32 0, i1 false}
