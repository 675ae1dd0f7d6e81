; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; Unsigned comparisons, with an exclusive bound; x - r that stops at 0 (usub.sat). Lengths that are known at run time alone
; may be negative: such a window has no iteration.

; CHECK-LABEL: @wg.exclusive(
; CHECK:       items:
; CHECK:       %[[BEGIN:.*]] = sub i32 %first, %id
; CHECK-NEXT:  %[[LENGTH:.*]] = sub i32 %bound, %first
; CHECK-NEXT:  %[[ANY:.*]] = icmp ult i32 %first, %bound
; CHECK-NEXT:  br i1 %[[ANY]], label %window, label %out.of.it
; CHECK:       head:
; CHECK:       add i32 %id,
; CHECK:       icmp ult i64 %number, 5
; CHECK:       window.inside:
; CHECK:       %[[FROM:.*]] = sub i32 %{{.*}}, %[[BEGIN]]
; CHECK-NEXT:  icmp ult i32 %[[FROM]], %[[LENGTH]]
; CHECK-LABEL: @wg.saturating(
; CHECK:       items:
; CHECK:       %[[SPAN:.*]] = freeze i32 %{{.*}}
; CHECK-NEXT:  %[[X:.*]] = freeze i32 %id
; CHECK-NEXT:  %[[R:.*]] = freeze i32 %r
; CHECK-NEXT:  %[[START:.*]] = sub i32 %[[X]], %[[R]]
; CHECK-NEXT:  %[[OWN_BEGIN:.*]] = sub i32 %first, %[[START]]
; CHECK-NEXT:  %[[OWN_LENGTH:.*]] = sub i32 %bound, %first
; CHECK-NEXT:  icmp ule i32 %[[OWN_LENGTH]], %[[SPAN]]
; CHECK:       icmp ule i32 %[[SPAN]], 2147483647
; CHECK:       br i1 %{{.*}}, label %window.before, label %window.before{{[0-9]+}}, !prof
; CHECK:       head:
; CHECK:       add i32 %[[START]],
define void @wg.exclusive(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %first = call i32 @llvm.umax.i32(i32 %id, i32 %r)
  %high = add i32 %id, 5
  %bound = call i32 @llvm.umin.i32(i32 %high, i32 %w)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp ult i32 %j, %bound
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
define void @wg.saturating(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %first = call i32 @llvm.usub.sat.i32(i32 %id, i32 %r)
  %high = add i32 %id, %r
  %bound = call i32 @llvm.umin.i32(i32 %high, i32 %w.last)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp ule i32 %j, %bound
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

declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
