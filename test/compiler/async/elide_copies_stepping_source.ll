; RUN: wherry-opt -passes=elide-copies %s 2>%t.notes | FileCheck %s
; RUN: FileCheck --check-prefix=NOTE %s <%t.notes
; A loop steps its source through a buffer: a phi, of one argument all the same. A phi of two arguments is none.
; NOTE: kernel 'steps': 'tile' is read in place
; NOTE: kernel 'either': 'tile' is copied: its source is not plainly one of the kernel's arguments

@steps.tile = internal addrspace(3) global [64 x i32] undef, align 16
@either.tile = internal addrspace(3) global [64 x i32] undef, align 16

; CHECK-LABEL: define void @wg.steps(
; CHECK:         call ptr addrspace(1) @__wherry_readable_in_place(ptr addrspace(3) @steps.tile, ptr addrspace(1) %source, i64 256, i64 256, i32 -1, i32 0, i64 2,
define void @wg.steps(ptr %args, ptr %context) "wherry-kernel"="steps" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  br label %loop

loop:
  %source = phi ptr addrspace(1) [ %in, %entry ], [ %next, %loop ]
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @steps.tile, ptr addrspace(1) %source, i64 64, i64 4, i64 1, i64 1, i64 0)
  call void @__wherry_barrier(i32 1)
  %from = getelementptr i32, ptr addrspace(3) @steps.tile, i64 %x
  %value = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to
  call void @__wherry_barrier(i32 1)
  %next = getelementptr i8, ptr addrspace(1) %source, i64 256
  %more = icmp ne i32 %value, 0
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @wg.either(
; CHECK-NOT:     call ptr addrspace(1) @__wherry_readable_in_place(
define void @wg.either(ptr %args, ptr %context) "wherry-kernel"="either" !wherry.args !5 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %to_b = getelementptr inbounds i8, ptr %args, i64 16
  %b = load ptr addrspace(1), ptr %to_b, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  br label %loop

loop:
  %source = phi ptr addrspace(1) [ %a, %entry ], [ %b, %loop ]
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @either.tile, ptr addrspace(1) %source, i64 64, i64 4, i64 1, i64 1, i64 0)
  call void @__wherry_barrier(i32 1)
  %from = getelementptr i32, ptr addrspace(3) @either.tile, i64 %x
  %value = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to
  call void @__wherry_barrier(i32 1)
  %more = icmp ne i32 %value, 0
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!4 = !{i32 16, i32 8, i32 8, i32 4, i1 true}
!5 = !{!2, !3, !4}
