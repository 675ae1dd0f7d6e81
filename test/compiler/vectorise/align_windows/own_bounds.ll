; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; Work-items with bounds of their own may have one iteration of a window of 64, which all lanes would go over. A window of 8
; costs no more than a gather.

; CHECK:       remark: a loop over a window is not aligned: no window has the same length for all work-items
; CHECK-LABEL: @wg.long(
; CHECK-NOT:   window
; CHECK:       {{^[}]}}
; CHECK-LABEL: @wg.short(
; CHECK:       head:
; CHECK:       icmp ult i64 %number, 8
define void @wg.long(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, ptr addrspace(1) %lows, ptr addrspace(1) %highs, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %item = sext i32 %id to i64
  %from.low = getelementptr i32, ptr addrspace(1) %lows, i64 %item
  %low = load i32, ptr addrspace(1) %from.low
  %from.high = getelementptr i32, ptr addrspace(1) %highs, i64 %item
  %high = load i32, ptr addrspace(1) %from.high
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 64)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp slt i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
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
define void @wg.short(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, ptr addrspace(1) %lows, ptr addrspace(1) %highs, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %item = sext i32 %id to i64
  %from.low = getelementptr i32, ptr addrspace(1) %lows, i64 %item
  %low = load i32, ptr addrspace(1) %from.low
  %from.high = getelementptr i32, ptr addrspace(1) %highs, i64 %item
  %high = load i32, ptr addrspace(1) %from.high
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 8)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp slt i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
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
