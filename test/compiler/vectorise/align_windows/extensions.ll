; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; A 64-bit counter between bounds of 32 bits. The bounds' own comparisons are signed under a sign extension, unsigned under
; a zero extension: umax(m, 1) - 3 may be less than 1 - 3 there, although the subtraction has nsw.

; CHECK:       remark: a loop over a window is not aligned: no window has the same length for all work-items
; CHECK-LABEL: @wg.signed(
; CHECK:       items:
; CHECK:       %[[START:.*]] = sext i32 %low to i64
; CHECK:       %[[BEGIN:.*]] = sub i64 %first, %[[START]]
; CHECK:       %[[LENGTH:.*]] = sub i64 %bound, %first
; CHECK:       trunc i64 %[[BEGIN]] to i32
; CHECK:       br i1 %{{.*}}, label %window, label %out.of.it
; CHECK:       head:
; CHECK:       add i64 %[[START]], %number
; CHECK:       icmp ult i64 %number, 4
; CHECK:       window.inside:
; CHECK:       icmp ult i32
; CHECK-LABEL: @wg.unsigned(
; CHECK:       br i1 %{{.*}}, label %window, label %out.of.it
; CHECK:       head:
; CHECK:       icmp ult i64 %number, 7
; CHECK-LABEL: @wg.sum(
; CHECK-NOT:   window
; CHECK:       {{^[}]}}
define void @wg.signed(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub nsw i32 %id, 2
  %low.0 = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %first = sext i32 %low.0 to i64
  %high = add nsw i32 %low, 4
  %high.w = call i32 @llvm.smin.i32(i32 %high, i32 %w)
  %bound = sext i32 %high.w to i64
  br label %head

head:
  %j = phi i64 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp slt i64 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %j
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i64 %j, 1
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
define void @wg.unsigned(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %first.0 = call i32 @llvm.umax.i32(i32 %id, i32 %r)
  %first = zext i32 %first.0 to i64
  %high = add i32 %id, 7
  %high.w = call i32 @llvm.umin.i32(i32 %high, i32 %w)
  %bound = zext i32 %high.w to i64
  br label %head

head:
  %j = phi i64 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp slt i64 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %j
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i64 %j, 1
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
define void @wg.sum(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %m = and i32 %id, 15
  %m.1 = call i32 @llvm.umax.i32(i32 %m, i32 1)
  %low = add nsw i32 %m.1, -3
  %first = zext i32 %low to i64
  %l = and i32 %id, 7
  %l.9 = call i32 @llvm.umin.i32(i32 %l, i32 9)
  %high = add nsw i32 %l.9, -1
  %bound = zext i32 %high to i64
  br label %head

head:
  %j = phi i64 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp slt i64 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %from = getelementptr float, ptr addrspace(1) %in, i64 %j
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %j.next = add i64 %j, 1
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
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
