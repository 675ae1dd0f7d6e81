; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; Instructions before the test also run in iterations that a work-item does not have. There a product may overflow and be
; poison: a call's `noundef` on it would make that undefined behaviour.

; CHECK:       remark: 1 loop over a window cut by borders, aligned
; CHECK:       head:
; CHECK:       %scaled = mul nsw i32
; CHECK-NEXT:  call i32 @llvm.smin.i32(i32 %scaled, i32 9)
define void @wg.before_test(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, 4
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %high = add i32 %id, 4
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 %w.last)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %scaled = mul nsw i32 %j, 3
  %capped = call noundef i32 @llvm.smin.i32(i32 noundef %scaled, i32 9)
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %plus = add i32 %j, %capped
  %long = sext i32 %plus to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %own = sext i32 %j to i64
  %from.own = getelementptr float, ptr addrspace(1) %in, i64 %own
  %more = load float, ptr addrspace(1) %from.own
  %both = fadd float %value, %more
  %sum.next = fadd float %sum, %both
  %j.next = add i32 %j, 1
  br label %head

out.of.it:
  %sum.last = phi float [ %sum, %head ]
  %wide = sext i32 %id to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %sum.last, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
