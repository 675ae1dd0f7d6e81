; RUN: wherry-opt -passes=elide-copies %s 2>%t.notes | FileCheck %s
; RUN: FileCheck --check-prefix=NOTE %s <%t.notes
; Writes to private memory, to other local arrays, to other arguments' buffers, and printf do not reach the source; those
; of arguments stand in the set that the runtime gets.
; NOTE: 'tile' is read in place

@tile = internal addrspace(3) global [64 x i32] undef
@other = internal addrspace(3) global [64 x i32] undef
@format = private unnamed_addr addrspace(2) constant [3 x i8] c"%d\00"

; CHECK-LABEL: define void @wg.k(
; CHECK:         call ptr addrspace(1) @__wherry_readable_in_place({{.*}}, i32 -1, i32 0, i64 6, ptr addrspace(1) {{.*}}, i64 0)
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %events = alloca i64
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %to_counter = getelementptr inbounds i8, ptr %args, i64 16
  %counter = load ptr addrspace(1), ptr %to_counter, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  store i64 %event, ptr %events
  call void @__wherry_wait_events(i32 1, ptr %events)
  %value = load i32, ptr addrspace(3) @tile
  store i32 %value, ptr addrspace(3) @other
  store i32 %value, ptr addrspace(1) %out
  %printed = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %value)
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic
  ret void
}

declare i32 @printf(ptr addrspace(2), ...)
declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)
declare void @__wherry_wait_events(i32, ptr)

!0 = !{}
!1 = !{!2, !3, !4}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!4 = !{i32 16, i32 8, i32 8, i32 4, i1 true}
