; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; Work-items that have few iterations of a window keep the loop as it is: they would skip the others, up to 2^32.

; A loop with another exit: a work-item that uses a long window skips at most 64 iterations before its own first one.
; CHECK:       remark: 1 loop over a window cut by borders, aligned
; CHECK:       remark: 1 loop over a window cut by borders, aligned
; CHECK:       remark: 1 loop over a window cut by borders, aligned
; CHECK-LABEL: @wg.ends_early(
; CHECK:       %[[AROUND:.*]] = shl i32 %r, 1
; CHECK:       %[[BEGIN:.*]] = sub i32 %first, %low
; CHECK-NEXT:  %[[OWN:.*]] = sub i32 %bound, %first
; CHECK-NEXT:  %[[PART:.*]] = udiv i32 %[[AROUND]], 4
; CHECK-NEXT:  %[[MANY:.*]] = icmp uge i32 %[[OWN]], %[[PART]]
; CHECK-NEXT:  %[[SOON:.*]] = icmp ule i32 %[[BEGIN]], 64
; CHECK-NEXT:  %[[DENSE:.*]] = and i1 %[[MANY]], %[[SOON]]
; CHECK-NEXT:  %[[SHORT:.*]] = icmp ule i32 %[[AROUND]], 64
; CHECK-NEXT:  %[[WINDOW:.*]] = or i1 %[[DENSE]], %[[SHORT]]
; CHECK:       %[[EITHER:.*]] = select i1 %{{.*}}, i1 {{.*}}, i1 {{.*}}
; CHECK:       br i1 %{{.*}}, label %window.before, label %window.before{{.*}}, !prof
define void @wg.ends_early(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, %r
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %high = add i32 %id, %r
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 %w.last)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %go.on ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %go.on ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %found = fcmp oeq float %value, 0.0
  br i1 %found, label %out.of.it, label %go.on

go.on:
  %j.next = add nsw i32 %j, 1
  br label %head

out.of.it:
  %sum.last = phi float [ %sum, %head ], [ %sum.next, %body ]
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


; A bound that belongs to no window, with `r` as large as 2^31: a work-item must have at least a quarter of the window.
; CHECK-LABEL: @wg.cut(
; CHECK:       %[[FIRST:.*]] = sub i32 %first, %low
; CHECK-NEXT:  %[[OWN:.*]] = sub i32 %id, %first
; CHECK-NEXT:  %[[PART:.*]] = udiv i32 %r, 4
; CHECK-NEXT:  %[[MANY:.*]] = icmp uge i32 %[[OWN]], %[[PART]]
; CHECK-NEXT:  %[[SHORT:.*]] = icmp ule i32 %r, 64
; CHECK-NEXT:  or i1 %[[MANY]], %[[SHORT]]
define void @wg.cut(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, %r
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %id
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


; A window of a constant length that is short: no check, and one loop.
; CHECK-LABEL: @wg.cut_by_few(
; CHECK-NOT:   udiv
; CHECK-NOT:   .other
define void @wg.cut_by_few(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, 64
  %first = call i32 @llvm.smax.i32(i32 %low, i32 0)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %id
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
