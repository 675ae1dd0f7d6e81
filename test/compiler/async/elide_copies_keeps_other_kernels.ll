; RUN: wherry-opt -passes=elide-copies %s 2>%t.notes | FileCheck %s
; RUN: FileCheck --check-prefix=NOTE %s <%t.notes
; Two kernels use one local array, as where one kernel calls another: that the first one writes to it stands only in its
; own way. Kernels without async copies get no note.
; NOTE:     kernel 'writes': 'tile' is copied: {{.*}}write to it
; NOTE:     kernel 'reads': 'tile' is read in place
; NOTE-NOT: kernel 'none'

@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define void @wg.writes(
; CHECK-NOT:     @__wherry_readable_in_place
; CHECK:         store i32 1, ptr addrspace(3) @tile
define void @wg.writes(ptr %args, ptr %context) "wherry-kernel"="writes" !wherry.args !1 {
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  store i32 1, ptr addrspace(3) @tile
  ret void
}

; CHECK-LABEL: define void @wg.reads(
; CHECK:         call ptr addrspace(1) @__wherry_readable_in_place(
define void @wg.reads(ptr %args, ptr %context) "wherry-kernel"="reads" !wherry.args !1 {
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  %value = load i32, ptr addrspace(3) @tile
  ret void
}

; CHECK-LABEL: define void @wg.none(
; CHECK-NOT:     @__wherry_readable_in_place
; CHECK:         load i32, ptr addrspace(3) @tile
define void @wg.none(ptr %args, ptr %context) "wherry-kernel"="none" {
  %value = load i32, ptr addrspace(3) @tile
  store i32 %value, ptr addrspace(3) @tile
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
