; RUN: wherry-opt -passes=reshape-nd-range,verify %s | FileCheck %s
; Work-items fill a local array up to an argument's number, in each iteration of a loop over columns, and load as many
; elements. Without the array and its barriers, iterations become work-items of a second dimension, and the private copy
; of a row goes, too: c[row][column] is the sum over k of a[row][k] * b[k][column]. The host asks whether the number is
; small.

; CHECK-LABEL: define void @wg.product.reshaped(
; CHECK-NOT:   @__wherry_local_id
; CHECK-NOT:   @__wherry_barrier
; CHECK-DAG:   call i64 @__wherry_global_id(i32 0)
; CHECK-DAG:   call i64 @__wherry_global_id(i32 1)
; CHECK:       load float, ptr addrspace(1)
; CHECK-NOT:   store float %{{.*}}, ptr %
; CHECK:       ret void
; CHECK-LABEL: @shape.product(
; CHECK:       icmp ule i64 %{{.*}}, 16777216
@product.part = internal addrspace(3) global [512 x float] undef
define void @wg.product(ptr %args, ptr %context) #0 !wherry.args !10 {
entry:
  %factors = alloca [512 x float]
  %a = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.b = getelementptr inbounds i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %at.b, align 8, !invariant.load !0
  %at.c = getelementptr inbounds i8, ptr %args, i64 16
  %c = load ptr addrspace(1), ptr %at.c, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i32, ptr %at.n, align 4, !invariant.load !0
  %end = sext i32 %n to i64
  %most = call i32 @llvm.smax.i32(i32 %n, i32 0)
  %count = zext i32 %most to i64
  %row = call i64 @__wherry_global_id(i32 0)
  %first = mul i64 %row, %end
  %l = call i64 @__wherry_local_id(i32 0)
  %size = call i64 @__wherry_local_size(i32 0)
  call void @llvm.lifetime.start.p0(ptr %factors)
  br label %own

own:
  %i = phi i64 [ 0, %entry ], [ %i.next, %own.body ]
  %own.more = icmp ne i64 %i, %count
  br i1 %own.more, label %own.body, label %columns.entry

own.body:
  %own.index = add i64 %first, %i
  %own.from = getelementptr float, ptr addrspace(1) %a, i64 %own.index
  %factor = load float, ptr addrspace(1) %own.from
  %own.to = getelementptr float, ptr %factors, i64 %i
  store float %factor, ptr %own.to
  %i.next = add nuw nsw i64 %i, 1
  br label %own

columns.entry:
  br label %columns

columns:
  %column = phi i64 [ 0, %columns.entry ], [ %column.next, %stored ]
  %columns.more = icmp ne i64 %column, %count
  br i1 %columns.more, label %body, label %done

body:
  call void @__wherry_barrier(i32 1)
  br label %fill

fill:
  %k = phi i64 [ %l, %body ], [ %k.next, %fill.body ]
  %fill.more = icmp slt i64 %k, %end
  br i1 %fill.more, label %fill.body, label %filled

fill.body:
  %fill.row = mul i64 %k, %end
  %fill.index = add i64 %fill.row, %column
  %from = getelementptr float, ptr addrspace(1) %b, i64 %fill.index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @product.part, i64 %k
  store float %loaded, ptr addrspace(3) %to
  %k.next = add nsw i64 %k, %size
  br label %fill

filled:
  call void @__wherry_barrier(i32 1)
  br label %sums

sums:
  %j = phi i64 [ 0, %filled ], [ %j.next, %sums.body ]
  %sum = phi float [ 0.0, %filled ], [ %next, %sums.body ]
  %sums.more = icmp ne i64 %j, %count
  br i1 %sums.more, label %sums.body, label %stored

sums.body:
  %at.factor = getelementptr float, ptr %factors, i64 %j
  %x = load float, ptr %at.factor
  %at.part = getelementptr float, ptr addrspace(3) @product.part, i64 %j
  %y = load float, ptr addrspace(3) %at.part
  %product = fmul float %x, %y
  %next = fadd float %sum, %product
  %j.next = add nuw nsw i64 %j, 1
  br label %sums

stored:
  %out.index = add i64 %first, %column
  %out = getelementptr float, ptr addrspace(1) %c, i64 %out.index
  store float %sum, ptr addrspace(1) %out
  %column.next = add nuw nsw i64 %column, 1
  br label %columns

done:
  call void @llvm.lifetime.end.p0(ptr %factors)
  ret void
}

; The loop that loads counts to another argument.
; CHECK-NOT: @wg.other.reshaped
@other.part = internal addrspace(3) global [512 x float] undef
define void @wg.other(ptr %args, ptr %context) #1 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 16
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i32, ptr %at.n, align 4, !invariant.load !0
  %at.m = getelementptr inbounds i8, ptr %args, i64 28
  %m = load i32, ptr %at.m, align 4, !invariant.load !0
  %end = sext i32 %n to i64
  %most = call i32 @llvm.smax.i32(i32 %m, i32 0)
  %count = zext i32 %most to i64
  %id = call i64 @__wherry_global_id(i32 0)
  %l = call i64 @__wherry_local_id(i32 0)
  %size = call i64 @__wherry_local_size(i32 0)
  br label %fill

fill:
  %k = phi i64 [ %l, %entry ], [ %k.next, %fill.body ]
  %fill.more = icmp slt i64 %k, %end
  br i1 %fill.more, label %fill.body, label %filled

fill.body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %k
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @other.part, i64 %k
  store float %loaded, ptr addrspace(3) %to
  %k.next = add nsw i64 %k, %size
  br label %fill

filled:
  call void @__wherry_barrier(i32 1)
  br label %sums

sums:
  %j = phi i64 [ 0, %filled ], [ %j.next, %sums.body ]
  %sum = phi float [ 0.0, %filled ], [ %next, %sums.body ]
  %sums.more = icmp ne i64 %j, %count
  br i1 %sums.more, label %sums.body, label %stored

sums.body:
  %at.part = getelementptr float, ptr addrspace(3) @other.part, i64 %j
  %y = load float, ptr addrspace(3) %at.part
  %next = fadd float %sum, %y
  %j.next = add nuw nsw i64 %j, 1
  br label %sums

stored:
  %place = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %sum, ptr addrspace(1) %place
  ret void
}

; A counter of 32 bits, of which LLVM does not know that it does not wrap around.
; CHECK-LABEL: define void @wg.narrow.reshaped(
; CHECK-NOT:   @__wherry_barrier
; CHECK:       ret void
; CHECK-LABEL: @shape.narrow(
; CHECK:       icmp ule i64 %{{.*}}, 16777216
@narrow.part = internal addrspace(3) global [512 x float] undef
define void @wg.narrow(ptr %args, ptr %context) #2 !wherry.args !10 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 16
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i32, ptr %at.n, align 4, !invariant.load !0
  %count = zext i32 %n to i64
  %id = call i64 @__wherry_global_id(i32 0)
  %l.wide = call i64 @__wherry_local_id(i32 0)
  %l = trunc i64 %l.wide to i32
  %size.wide = call i64 @__wherry_local_size(i32 0)
  %size = trunc i64 %size.wide to i32
  br label %fill

fill:
  %k = phi i32 [ %l, %entry ], [ %k.next, %fill.body ]
  %fill.more = icmp ult i32 %k, %n
  br i1 %fill.more, label %fill.body, label %filled

fill.body:
  %index = zext i32 %k to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @narrow.part, i64 %index
  store float %loaded, ptr addrspace(3) %to
  %k.next = add i32 %k, %size
  br label %fill

filled:
  call void @__wherry_barrier(i32 1)
  br label %sums

sums:
  %j = phi i64 [ 0, %filled ], [ %j.next, %sums.body ]
  %sum = phi float [ 0.0, %filled ], [ %next, %sums.body ]
  %sums.more = icmp ne i64 %j, %count
  br i1 %sums.more, label %sums.body, label %stored

sums.body:
  %at.part = getelementptr float, ptr addrspace(3) @narrow.part, i64 %j
  %y = load float, ptr addrspace(3) %at.part
  %next = fadd float %sum, %y
  %j.next = add nuw nsw i64 %j, 1
  br label %sums

stored:
  %place = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %sum, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_size(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
declare i32 @llvm.smax.i32(i32, i32)
attributes #0 = { "wherry-kernel"="product" }
attributes #1 = { "wherry-kernel"="other" }
attributes #2 = { "wherry-kernel"="narrow" }
!0 = !{}
!10 = !{!11, !12, !13, !14, !15}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!12 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!13 = !{i32 16, i32 8, i32 8, i32 4, i1 true}
!14 = !{i32 24, i32 4, i32 4, i32 4, i1 false}
!15 = !{i32 28, i32 4, i32 4, i32 4, i1 false}
