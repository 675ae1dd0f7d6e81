; RUN: wherry-opt -passes=reshape-nd-range,verify %s | FileCheck %s
; A private copy of a row, filled in order from an argument's memory: loads of the copy go to the row, and the columns
; become a dimension.

; CHECK-LABEL: @wg.row.reshaped(
; CHECK-NOT:   alloca
; CHECK:       %[[COLUMN:.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK-NOT:   store
; CHECK:       %[[INDEX:.*]] = add nsw i64 %line, %k
; CHECK:       %[[FROM:.*]] = getelementptr inbounds float, ptr addrspace(1) %a, i64 %[[INDEX]]
; CHECK:       %[[OWN:.*]] = load float, ptr addrspace(1) %[[FROM]]
; CHECK:       fmul float %[[OWN]], %other
; CHECK:       store float %total
; CHECK:       ret void
; CHECK:       attributes {{.*}}"wherry-needs-apart"
define void @wg.row(ptr %args, ptr %context) "wherry-kernel"="row" !wherry.args !1 {
entry:
  %factors = alloca [512 x float], align 4
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0
  %c.at = getelementptr i8, ptr %args, i64 16
  %c = load ptr addrspace(1), ptr %c.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 24
  %n = load i64, ptr %n.at, !invariant.load !0
  %row = call i64 @__wherry_global_id(i32 0)
  %line = mul nsw i64 %row, %n
  call void @llvm.lifetime.start.p0(ptr %factors)
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill.body ]
  %i.more = icmp ne i64 %i, %n
  br i1 %i.more, label %fill.body, label %columns

fill.body:
  %from.index = add nsw i64 %line, %i
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %from.index
  %factor = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr %factors, i64 %i
  store float %factor, ptr %to, align 4
  %i.next = add nuw nsw i64 %i, 1
  br label %fill

columns:
  %column = phi i64 [ 0, %fill ], [ %column.next, %column.end ]
  %column.more = icmp ne i64 %column, %n
  br i1 %column.more, label %column.begin, label %end

column.begin:
  br label %sum

sum:
  %k = phi i64 [ 0, %column.begin ], [ %k.next, %sum.body ]
  %total = phi float [ 0.0, %column.begin ], [ %total.next, %sum.body ]
  %k.more = icmp ne i64 %k, %n
  br i1 %k.more, label %sum.body, label %column.end

sum.body:
  %own.at = getelementptr inbounds float, ptr %factors, i64 %k
  %own = load float, ptr %own.at, align 4
  %other.line = mul nsw i64 %k, %n
  %other.index = add nsw i64 %other.line, %column
  %other.at = getelementptr inbounds float, ptr addrspace(1) %b, i64 %other.index
  %other = load float, ptr addrspace(1) %other.at, align 4
  %product = fmul float %own, %other
  %total.next = fadd float %total, %product
  %k.next = add nuw nsw i64 %k, 1
  br label %sum

column.end:
  %out.index = add nsw i64 %line, %column
  %out = getelementptr inbounds float, ptr addrspace(1) %c, i64 %out.index
  store float %total, ptr addrspace(1) %out, align 4
  %column.next = add nuw nsw i64 %column, 1
  br label %columns

end:
  call void @llvm.lifetime.end.p0(ptr %factors)
  ret void
}

declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

!0 = !{}
!1 = !{!2, !3, !4, !5}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!4 = !{i32 16, i32 8, i32 8, i32 4, i1 true}
!5 = !{i32 24, i32 8, i32 8, i32 0, i1 false}
