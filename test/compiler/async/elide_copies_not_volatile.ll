; RUN: wherry-opt -passes=elide-copies %s 2>%t.notes | FileCheck %s
; RUN: FileCheck --check-prefix=NOTE %s <%t.notes
; is never given.
; Volatile and atomic loads stay in local memory.
; NOTE: is copied: {{.*}}atomic or volatile

@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     @__wherry_readable_in_place
; CHECK:         call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %{{.*}}, i64 %n, i64 4, i64 1, i64 1, i64 0)
; CHECK-NOT:     @__wherry_readable_in_place
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %to_n, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 %n, i64 4, i64 1, i64 1, i64 0)
  %value = load volatile i32, ptr addrspace(3) @tile
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!0 = !{}
!1 = !{!2, !3, !4}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!4 = !{i32 16, i32 8, i32 8, i32 0, i1 false}
