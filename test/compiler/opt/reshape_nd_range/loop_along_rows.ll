; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A loop whose accesses go on side by side, here with a sum in each iteration, becomes a dimension from 16 iterations on,
; also of work-items that get two dimensions themselves. Loads one row down in each iteration need 64.

; CHECK:       define void @wg.sums.reshaped(
; CHECK-DAG:   call i64 @__wherry_global_id(i32 0)
; CHECK-DAG:   call i64 @__wherry_global_id(i32 1)
; CHECK-DAG:   call i64 @__wherry_global_id(i32 2)
; CHECK:       define zeroext i1 @shape.sums(
; CHECK:       icmp uge i64 [[TIMES:%.*]], 16
; CHECK:       store i64 [[TIMES]]
define void @wg.sums(ptr %args, ptr %context) "wherry-kernel"="sums" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %zero = icmp eq i64 %w, 0
  %d = select i1 %zero, i64 1, i64 %w
  %i = call i64 @__wherry_global_id(i32 0)
  %row = udiv i64 %i, %d
  %column = urem i64 %i, %d
  %wide = add nsw i64 %w, 4
  %above = mul nsw i64 %row, %wide
  %pixel = add nsw i64 %above, %column
  br label %head

head:
  %c = phi i64 [ 0, %0 ], [ %next, %done ]
  %more = icmp slt i64 %c, %n
  br i1 %more, label %sums, label %end

sums:
  %k = phi i64 [ 0, %head ], [ %k.next, %sums ]
  %sum = phi float [ 0.0, %head ], [ %added, %sums ]
  %at = add nsw i64 %pixel, %k
  %first = mul nsw i64 %at, %n
  %place = add nsw i64 %first, %c
  %from = getelementptr float, ptr addrspace(1) %in, i64 %place
  %value = load float, ptr addrspace(1) %from
  %added = fadd float %sum, %value
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, 5
  br i1 %again, label %sums, label %done

done:
  %own = mul nsw i64 %i, %n
  %to.place = add nsw i64 %own, %c
  %to = getelementptr float, ptr addrspace(1) %out, i64 %to.place
  store float %added, ptr addrspace(1) %to
  %next = add nsw i64 %c, 1
  br label %head

end:
  ret void
}

; CHECK:       define zeroext i1 @shape.columns(
; CHECK:       icmp uge i64 {{%.*}}, 64
define void @wg.columns(ptr %args, ptr %context) "wherry-kernel"="columns" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %own = mul nsw i64 %y, %n
  br label %head

head:
  %c = phi i64 [ 0, %0 ], [ %next, %done ]
  %more = icmp slt i64 %c, %n
  br i1 %more, label %sums, label %end

sums:
  %k = phi i64 [ 0, %head ], [ %k.next, %sums ]
  %sum = phi float [ 0.0, %head ], [ %added, %sums ]
  %at = add nsw i64 %c, %k
  %first = mul nsw i64 %at, %w
  %place = add nsw i64 %first, %y
  %from = getelementptr float, ptr addrspace(1) %in, i64 %place
  %value = load float, ptr addrspace(1) %from
  %added = fadd float %sum, %value
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, 5
  br i1 %again, label %sums, label %done

done:
  %to.place = add nsw i64 %own, %c
  %to = getelementptr float, ptr addrspace(1) %out, i64 %to.place
  store float %added, ptr addrspace(1) %to
  %next = add nsw i64 %c, 1
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
