; RUN: wherry-opt -passes=align-windows,verify %s 2>&1 | FileCheck %s
; A bound that is the type's last number ends no loop: such a loop goes on until it leaves elsewhere, and stays as it was. A
; step without a wrap does not get there.

; CHECK-LABEL: @wg.up(
; CHECK:       %[[ENDS:.*]] = icmp ne i32 %bound, -1
; CHECK:       %[[ALIGNED:.*]] = or i1 %[[ENDS]],
; CHECK-NEXT:  br i1 %[[ALIGNED]], label %window.before, label %window.before1
; CHECK:       head.other:
; CHECK-LABEL: @wg.down(
; CHECK:       icmp ne i32 %bound, -2147483648
; CHECK:       head.other:
; CHECK-LABEL: @wg.step_without_wrap(
; CHECK-NOT:   head.other:
; CHECK:       br i1 %{{.*}}, label %window, label %out.of.it
; CHECK-NOT:   head.other:
; CHECK:       {{^[}]}}
define void @wg.up(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %first = call i32 @llvm.umax.i32(i32 %id, i32 %r)
  %high = add i32 %id, 4
  %bound = call i32 @llvm.umin.i32(i32 %high, i32 %w.last)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %go.on ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %go.on ]
  %inside = icmp ule i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %enough = fcmp ogt float %sum.next, 1.0
  br i1 %enough, label %out.of.it, label %go.on

go.on:
  %j.next = add i32 %j, 1
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
define void @wg.down(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %first = call i32 @llvm.smin.i32(i32 %id, i32 %r)
  %low = add i32 %id, -4
  %bound = call i32 @llvm.smax.i32(i32 %low, i32 %w)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %go.on ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %go.on ]
  %inside = icmp sge i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %enough = fcmp ogt float %sum.next, 1.0
  br i1 %enough, label %out.of.it, label %go.on

go.on:
  %j.next = add i32 %j, -1
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
define void @wg.step_without_wrap(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %first = call i32 @llvm.umax.i32(i32 %id, i32 %r)
  %high = add i32 %id, 4
  %bound = call i32 @llvm.umin.i32(i32 %high, i32 %w.last)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %go.on ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %go.on ]
  %inside = icmp ule i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %value
  %enough = fcmp ogt float %sum.next, 1.0
  br i1 %enough, label %out.of.it, label %go.on

go.on:
  %j.next = add nuw i32 %j, 1
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

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
