; RUN: wherry-opt -passes=elide-copies %s 2>%t.notes | FileCheck %s
; RUN: FileCheck --check-prefix=NOTE %s <%t.notes
; A local array that async copies fill and that work-items only load from can be read in place, in the buffer that it is
; copied from, where no buffer that the kernel writes overlaps it. That is the runtime's to say, before each copy: it gives
; the address that loads take, and the copy then moves nothing.
; NOTE: kernel 'read': 'tile' is read in place

@read.tile = internal addrspace(3) global [64 x i32] undef, align 16

; CHECK-LABEL: define void @wg.read(
; CHECK:         %[[BYTES:.*]] = mul i64 %n, 4
; Argument 0 is the source, and argument 1 alone is written: bit 1. ~0: the array is no argument's memory.
; CHECK:         %[[VIEW:.*]] = call ptr addrspace(1) @__wherry_readable_in_place(ptr addrspace(3) @read.tile, ptr addrspace(1) %in, i64 %[[BYTES]], i64 256, i32 -1, i32 0, i64 2, ptr addrspace(1) [[COPIED:addrspacecast \(ptr addrspace\(3\) @read.tile to ptr addrspace\(1\)\)]], i64 0)
; CHECK:         %[[IS_COPIED:.*]] = icmp eq ptr addrspace(1) %[[VIEW]], [[COPIED]]
; CHECK:         %[[COUNT:.*]] = select i1 %[[IS_COPIED]], i64 %n, i64 0
; CHECK:         call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @read.tile, ptr addrspace(1) %in, i64 %[[COUNT]], i64 4, i64 1, i64 1, i64 0)
; CHECK:         call void @__wherry_barrier(
; CHECK:         %[[FROM:.*]] = getelementptr i32, ptr addrspace(1) %[[VIEW]], i64 %x
; The buffer is aligned to its elements only.
; CHECK:         load i32, ptr addrspace(1) %[[FROM]], align 4
; CHECK-NOT:     load i32, ptr addrspace(3)
; CHECK:       declare ptr addrspace(1) @__wherry_readable_in_place({{.*}} #[[CONVERGENT:[0-9]+]]
; CHECK:       attributes #[[CONVERGENT]] = { convergent
define void @wg.read(ptr %args, ptr %context) "wherry-kernel"="read" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %to_n, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @read.tile, ptr addrspace(1) %in, i64 %n, i64 4, i64 1, i64 1, i64 0)
  call void @__wherry_barrier(i32 1)
  %from = getelementptr i32, ptr addrspace(3) @read.tile, i64 %x
  %value = load i32, ptr addrspace(3) %from, align 16
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!0 = !{}
!1 = !{!2, !3, !4}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!4 = !{i32 16, i32 8, i32 8, i32 0, i1 false}
