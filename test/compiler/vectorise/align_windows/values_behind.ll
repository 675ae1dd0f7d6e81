; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; Down as well as up. Behind the loop, the counter has the value with which the work-item's own iterations ended.

; CHECK-LABEL: @wg.down(
; CHECK:       %[[BEGIN:.*]] = sub i32 %high, %first
; CHECK-NEXT:  %[[LENGTH:.*]] = sub i32 %first, %bound
; CHECK-NEXT:  %[[LAST:.*]] = add i32 %bound, -1
; CHECK:       head:
; CHECK:       %[[NUMBER:.*]] = trunc i64 %number to i32
; CHECK-NEXT:  %[[COUNTER:.*]] = sub i32 %high, %[[NUMBER]]
; CHECK:       body:
; CHECK-NEXT:  sext i32 %[[COUNTER]] to i64
; CHECK:       out.of.it:
; CHECK:       %j.last = phi i32 [ %[[LAST]], %head ], [ %first, %items ]
define void @wg.down(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, 2
  %bound = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %high = add i32 %id, 2
  %first = call i32 @llvm.smin.i32(i32 %high, i32 %w.last)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sge i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i32 %j, -1
  br label %head

out.of.it:
  %sum.last = phi float [ %sum, %head ]
  %j.last = phi i32 [ %j, %head ]
  %at = add i32 %id, %j.last
  %wide = sext i32 %at to i64
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
