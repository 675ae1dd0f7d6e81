; RUN: wherry-opt -passes='print<argument-origin>' -disable-output %s 2>&1 | FileCheck %s
; Pointers into buffers and local arguments by their slots, whatever GEPs and casts lie between.

; CHECK:      argument-origin of 'wg.copy':
; CHECK-NEXT:   read at %context: function argument %context
; CHECK-NEXT:   read at %args: function argument %args
; CHECK-NEXT:   read at %to_offset: function argument %args
; CHECK-NEXT:   read at %generic: argument 0
; CHECK-NEXT:   write at %place: local argument 1
; CHECK-NEXT:   write at %local.generic: local argument 1
; CHECK-NEXT:   write at %static: the context's %local_memory
; CHECK-NOT:  {{[a-z]}}
define void @wg.copy(ptr %args, ptr %context) "wherry-kernel"="copy" !wherry.args !1 {
  %local_memory = load ptr addrspace(3), ptr %context, !invariant.load !0
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_offset = getelementptr i8, ptr %args, i64 8
  %offset = load i64, ptr %to_offset, !invariant.load !0
  %tile = getelementptr i8, ptr addrspace(3) %local_memory, i64 %offset
  %element = getelementptr float, ptr addrspace(1) %in, i64 7
  %generic = addrspacecast ptr addrspace(1) %element to ptr addrspace(4)
  %x = load float, ptr addrspace(4) %generic
  %place = getelementptr float, ptr addrspace(3) %tile, i64 3
  store float %x, ptr addrspace(3) %place
  %local.generic = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  store float %x, ptr addrspace(4) %local.generic
  %static = getelementptr i8, ptr addrspace(3) %local_memory, i64 64
  store float %x, ptr addrspace(3) %static
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
